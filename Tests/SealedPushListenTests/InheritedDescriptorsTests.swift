// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import UserNotifications

@testable import NotificationHost

@Suite("What a child would inherit")
struct InheritedDescriptorsTests {
    @Test("is closed in it, by the C library or one by one", arguments: [false, true])
    func closed(isListed: Bool) throws {
        let folder = try TemporaryDirectory()
        let number = fcntl(STDERR_FILENO, F_DUPFD, 400)
        defer { close(number) }
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC == 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if isListed {
            InheritedDescriptors.closeListed(from: 3, in: &actions)
        } else {
            InheritedDescriptors.close(from: 3, in: &actions)
        }
        let text = "test -e /proc/$$/fd/\(number); echo $? > \(folder.path("state"))"
        var words: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", text].map { (word: String) in strdup(word) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        #expect(posix_spawnp(&pid, "sh", &actions, nil, &words, environ) == 0)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        #expect(try String(contentsOfFile: folder.path("state"), encoding: .utf8) == "1\n")
    }

    @Test("is closed in an extension, but for its socket")
    func closedInExtension() throws {
        let folder = try TemporaryDirectory()
        let number = fcntl(STDERR_FILENO, F_DUPFD, 400)
        defer { close(number) }
        let text = "test ! -e /proc/$$/fd/\(number) && test -S /proc/$$/fd/3; echo $? > \(folder.path("state"))"
        let process = ExtensionProcess(executable: "/bin/sh", arguments: ["-c", text])
        let request = UNNotificationRequest(identifier: "h", content: UNNotificationContent(), trigger: nil)
        // It ends without an answer.
        _ = process.run(RemotePush(payload: [], identifier: "h"), request: request)
        #expect(try String(contentsOfFile: folder.path("state"), encoding: .utf8) == "0\n")
    }
}
