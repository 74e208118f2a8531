// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// Each line that says so must be refused, and no other.

actor Shelf {
    private var content: UNNotificationContent?

    func put(_ content: UNNotificationContent) { self.content = content }
}

func give(_ content: UNMutableNotificationContent, to shelf: Shelf) async {
    await shelf.put(content)  // refused
    content.title = "changed"
}

func give(_ request: UNNotificationRequest, to shelf: Shelf) async {
    await shelf.put(request.content)  // refused
}

func makeAndGive(to shelf: Shelf) async {
    // Nobody else has it.
    await shelf.put(UNMutableNotificationContent())
}
