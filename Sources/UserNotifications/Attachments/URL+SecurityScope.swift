// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension URL {
    /// Whether the file may be read: on Linux no sandbox stands before an attachment's file, so this changes nothing.
    ///
    /// It is here so that code which reads attachments is the same as on Apple's systems.
    public func startAccessingSecurityScopedResource() -> Bool { isFileURL }

    /// Ends what `startAccessingSecurityScopedResource()` began: on Linux nothing.
    public func stopAccessingSecurityScopedResource() {}
}
