#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A notification daemon that does what a test tells it, and tells what it was asked to do.

It takes and gives lines of JSON on standard input and output, and ends with its input.

usage: fake_daemon.py [--capabilities LIST] [--nameless] [--activated] [--hold] [--hold-capabilities]

  --capabilities LIST   what it says it can do, with commas between
  --nameless            takes no name on the bus: a stranger that sends signals
  --activated           takes no commands: the bus has started it
  --hold                answers no Notify until it is told to
  --hold-capabilities   answers no GetCapabilities until it is told to

Commands, by "do": "signal" (name, id, value, to), "hold", "hold-next", "release", "fail" (error; null to end that), "other-number".
"""

import argparse
import json
import os

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
LETTERS = [(dbus.Byte, "y"), (dbus.Boolean, "b"), (dbus.Int32, "i"), (dbus.UInt32, "u"), (dbus.String, "s")]


def tell(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


def typed(value):
    """A value with the letter of its type."""
    letter = next((letter for kind, letter in LETTERS if isinstance(value, kind)), "?")
    return {"type": letter, "value": str(int(value)) if letter in "ybiu" else str(value)}


class Daemon(dbus.service.Object):
    def __init__(self, bus, options):
        super().__init__(bus, "/org/freedesktop/Notifications")
        self.capabilities = [name for name in options.capabilities.split(",") if name]
        self.last = 0
        self.holds = options.hold
        self.holds_next = False
        self.holds_capabilities = options.hold_capabilities
        self.held = []
        self.error = None
        self.ignores_replacing = False

    @dbus.service.method(NAME, in_signature="", out_signature="as", async_callbacks=("reply", "refuse"))
    def GetCapabilities(self, reply, refuse):
        tell("capabilities")
        answer = dbus.Array(self.capabilities, signature="s")
        if self.holds_capabilities:
            self.held.append(lambda: reply(answer))
        else:
            reply(answer)

    @dbus.service.method(NAME, in_signature="", out_signature="ssss", async_callbacks=("reply", "refuse"))
    def GetServerInformation(self, reply, refuse):
        tell("information")
        answer = ("fake", "test", "1", "1.2")
        if self.holds:
            self.held.append(lambda: reply(*answer))
        else:
            reply(*answer)

    @dbus.service.method(
        NAME,
        in_signature="susssasa{sv}i",
        out_signature="u",
        async_callbacks=("reply", "refuse"),
        sender_keyword="sender",
    )
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout, reply, refuse, sender):
        if self.error:
            tell("refused", summary=summary)
            refuse(dbus.DBusException("no", name=self.error))
            return
        number = int(replaces)
        if number == 0 or self.ignores_replacing:
            self.last += 1
            number = self.last
        tell(
            "notify",
            id=number,
            name=sender,
            app=app,
            replaces=int(replaces),
            icon=icon,
            summary=summary,
            body=body,
            actions=list(actions),
            hints={key: typed(value) for key, value in hints.items()},
            timeout=int(timeout),
        )
        if self.holds or self.holds_next:
            self.holds_next = False
            self.held.append(lambda: reply(dbus.UInt32(number)))
        else:
            reply(dbus.UInt32(number))

    @dbus.service.method(NAME, in_signature="u", out_signature="")
    def CloseNotification(self, number):
        tell("close", id=int(number))

    def release(self):
        self.holds = self.holds_capabilities = False
        held, self.held = self.held, []
        for answer in held:
            answer()


def send_signal(bus, name, number, value, destination):
    message = dbus.lowlevel.SignalMessage("/org/freedesktop/Notifications", NAME, name)
    if destination:
        message.set_destination(destination)
    if isinstance(value, int):
        message.append(number, value, signature="uu")
    elif value is None:
        message.append(number, signature="u")
    else:
        message.append(number, value, signature="us")
    bus.send_message(message)
    # When the bus answers, it has passed the signal on.
    bus.get_name_owner("org.freedesktop.DBus")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--capabilities", default="body")
    parser.add_argument("--nameless", action="store_true")
    parser.add_argument("--activated", action="store_true")
    parser.add_argument("--hold", action="store_true")
    parser.add_argument("--hold-capabilities", action="store_true")
    options = parser.parse_args()
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    daemon = Daemon(bus, options)
    name = None if options.nameless else dbus.service.BusName(NAME, bus, do_not_queue=True)
    loop = GLib.MainLoop()

    def obey(line):
        command = json.loads(line)
        what = command["do"]
        if what == "signal":
            send_signal(bus, command["name"], command["id"], command.get("value"), command.get("to"))
        elif what == "hold":
            daemon.holds = True
        elif what == "hold-next":
            daemon.holds_next = True
        elif what == "release":
            daemon.release()
        elif what == "fail":
            daemon.error = command.get("error")
        elif what == "other-number":
            daemon.ignores_replacing = True
        else:
            raise ValueError(what)
        tell("done")

    rest = b""

    def readable(source, condition):
        nonlocal rest
        part = os.read(0, 65536)
        if not part:
            loop.quit()
            return False
        *lines, rest = (rest + part).split(b"\n")
        for line in lines:
            obey(line)
        return True

    # The bus that starts it gives it no commands.
    if not options.activated:
        GLib.io_add_watch(0, GLib.IO_IN | GLib.IO_HUP, readable)
    tell("ready", name=bus.get_unique_name())
    loop.run()
    del name


main()
