// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushCurl

/// Why there is no connection, or none any more, as libcurl has it.
struct ChannelFault: Error {
    let code: CURLcode
    /// libcurl's own words; empty where it has none.
    let detail: String
    let systemError: Int32
}
