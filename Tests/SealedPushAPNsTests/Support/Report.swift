// SPDX-License-Identifier: Apache-2.0

/// What the test APNs has seen so far.
struct Report {
    /// How often each id was accepted.
    let accepted: [String: Int]
    let requests: Int
    let connections: Int
    let open: Int
    let mostStreams: Int
    let resets: Int
    /// RST_STREAM frames that came, for whatever stream.
    let resetFrames: Int
    let pings: Int
    let priorities: Int
    /// Rules of the protocol that the client broke.
    let violations: [String]
    /// How many provider tokens were taken.
    let tokens: Int
    /// All requests in their order.
    let log: [LoggedRequest]

    init(_ json: [String: Any]) {
        accepted = json["accepted"] as? [String: Int] ?? [:]
        requests = json["requests"] as? Int ?? -1
        connections = json["connections"] as? Int ?? -1
        open = json["open"] as? Int ?? -1
        mostStreams = json["mostStreams"] as? Int ?? -1
        resets = json["resets"] as? Int ?? -1
        resetFrames = json["resetFrames"] as? Int ?? -1
        pings = json["pings"] as? Int ?? -1
        priorities = json["priorities"] as? Int ?? -1
        violations = json["violations"] as? [String] ?? ["no report"]
        tokens = json["tokens"] as? Int ?? -1
        log = (json["log"] as? [[String: Any]] ?? []).map(LoggedRequest.init)
    }

    /// Those for one device, in their order.
    func requests(for device: String) -> [LoggedRequest] {
        log.filter { $0.headers[":path"] == "/3/device/\(device)" }
    }
}

/// One request as it arrived.
struct LoggedRequest {
    /// All headers but `authorization`.
    let headers: [String: String]
    let body: String
    let connection: Int
    /// When its provider token was made, where it has one.
    let issuedAt: Int?
    /// Seconds since some moment.
    let time: Double

    init(_ json: [String: Any]) {
        headers = json.compactMapValues { $0 as? String }
        body = json["body"] as? String ?? ""
        connection = json["connection"] as? Int ?? -1
        issuedAt = json["iat"] as? Int
        time = json["time"] as? Double ?? -1
    }
}
