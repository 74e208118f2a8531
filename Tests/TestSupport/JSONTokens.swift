// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A JSON text cut into its tokens, each as it is spelled: a second reader, so that tests do not ask the code under test.
///
/// It expects JSON and checks nothing.
package enum JSONTokens {
    /// The tokens of a text; white space between them is gone.
    package static func list(_ text: some Sequence<UInt8>) -> [String] {
        var tokens: [[UInt8]] = []
        var isInString = false
        var isEscaped = false
        var isInWord = false
        for byte in text {
            if isInString {
                tokens[tokens.count - 1].append(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if byte == UInt8(ascii: "\"") {
                tokens.append([byte])
                (isInString, isInWord) = (true, false)
            } else if "{}[],:".utf8.contains(byte) {
                tokens.append([byte])
                isInWord = false
            } else if " \t\r\n".utf8.contains(byte) {
                isInWord = false
            } else if isInWord {
                tokens[tokens.count - 1].append(byte)
            } else {
                tokens.append([byte])
                isInWord = true
            }
        }
        return tokens.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The tokens of an object without one of its members.
    package static func list(_ text: some Sequence<UInt8>, without name: String) -> [String] {
        let tokens = list(text)
        var members: [ArraySlice<String>] = []
        var depth = 0
        var start = 1
        for (index, token) in tokens.enumerated() {
            if depth == 1, token == "," || token == "}" {
                members.append(tokens[start..<index])
                start = index + 1
            }
            if token == "{" || token == "[" { depth += 1 }
            if token == "}" || token == "]" { depth -= 1 }
        }
        let kept = members.filter { member in
            guard let spelled = member.first else { return false }
            let value = try? JSONSerialization.jsonObject(
                with: Data(spelled.utf8),
                options: .fragmentsAllowed
            )
            return (value as? String).map { Array($0.unicodeScalars) } != Array(name.unicodeScalars)
        }
        return ["{"] + kept.joined(separator: [","]) + ["}"]
    }
}
