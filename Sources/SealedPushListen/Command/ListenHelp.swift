// SPDX-License-Identifier: Apache-2.0

/// What `sealedpush listen --help` prints.
enum ListenHelp {
    static let text = """
        usage: sealedpush listen [--as DEVICE] [--broker URL] [options]

        Makes this machine a device: receives the pushes of an MQTT broker, opens each in
        a service extension, a process of its own, and shows it on the desktop or in the
        terminal. The broker keeps what is sent while nobody listens. A push is taken
        from the broker once it is written down here; none is lost, and none comes twice.
        One that was just being shown when this was killed may be shown again; it says so.

        options:
              --as DEVICE           the device of the key store to be; it may be left out
                                    where there is one only
              --broker URL          mqtts://HOST[:PORT] or mqtt://…; without it the one
                                    in the device's card. A device without an address
                                    gets one, and a new card
              --user NAME           and
              --password-file FILE  what the broker knows this machine by
              --certificate FILE    and
              --key FILE            the same with a client certificate (PEM)
              --ca FILE             trust these authorities (PEM), not the system's
              --client-id ID        the name of the session at the broker; without it a
                                    random one, made once and kept
              --show WHERE          desktop, terminal or none; without it the desktop
                                    where a session bus is named, else the terminal
                                    (with --json: none)
              --exec PROGRAM        run this program for each push that was opened, with
                                    the line of --json on its standard input; no shell,
                                    30 s at most, 4 at once. A run is kept in the data
                                    folder until its program has ended: what is left at
                                    the end runs at the next start, in order. Where
                                    1000 runs wait, pushes wait at the broker
              --json                a line for each push on standard output: status, id,
                                    sender, payload, or why not; and for what the user
                                    does with one, {"response":…}
              --data FOLDER         where notifications are kept; without it
                                    ${XDG_DATA_HOME:-~/.local/share}/sealedpush/listen/DEVICE
              --store FILE          the key store; else $SEALEDPUSH_STORE, else the usual one
              --max COUNT           end after so many pushes
          -q, --quiet               say only what goes wrong
          -h, --help                this text

        A push that cannot be opened is shown as the placeholder; what is no sealed push at
        all is counted and not shown. SIGTERM, SIGHUP or ^C ends it, with a summary; what
        comes from then on waits at the broker.

        A line with "inDoubt":true is about a push that a listener had taken in hand when it
        was killed: that one may have told of it already, under the same id. A program gets
        such a line where it had begun for that push before, and was not seen to end.

        exit codes: 0 ended by a signal or --max · 64 usage · 65 bad input data · 66 no such
        key, card or file · 69 no broker, no session bus, or not to be trusted · 74 input or
        output · 75 another listener is at work · 77 no permission, wrong password

        example:
          $ sealedpush key new device desk
          $ sealedpush listen --as desk --broker mqtts://broker.example.com

        """
}
