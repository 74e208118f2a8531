// SPDX-License-Identifier: Apache-2.0

internal import CSealedPushMosquitto
internal import SealedPushOutbox

/// OpenSSL's own words for its faults.
enum OpenSSLText {
    /// The first fault on this thread since the last time; all are taken.
    static func lastError() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else { return "no reason given" }
        return SystemText.lowerCased(unsafe String(cString: text))
    }

    /// What a verification's result means.
    static func verification(_ code: Int32) -> String {
        SystemText.lowerCased(unsafe String(cString: X509_verify_cert_error_string(Int(code))))
    }
}
