// SPDX-License-Identifier: Apache-2.0

/// What `sealedpush --help` prints.
package enum MainHelp {
    static let usage = """
        usage: sealedpush [-q|-v] COMMAND …
          key new, key public, key export, key import, seal, open, inspect, demo
        'sealedpush --help' says more, 'sealedpush COMMAND --help' the rest.

        """

    package static let text = """
        usage: sealedpush [-q|-v] COMMAND …
               sealedpush COMMAND --help

        End-to-end encrypted push notifications: what the push provider carries is
        sealed, and only the device opens it.

        commands:
          key new      make the keys of a device or a signer, or a shared key
          key public   the public half of a key file
          key export   a key file as one line of text, under a passphrase
          key import   the key file back from such a line
          seal         turn an APNs payload into one that hides its text
          open         what the device would show of a sealed payload
          inspect      what anyone can see of a payload, a key file or a card
          demo         the whole loop on this machine, and what goes wrong in it
                       (a program of its own, sealedpush-demo)

        options:
          -q, --quiet     errors only
          -v, --verbose   say what was done
              --version   the version of this program and of libsodium
          -h, --help      this text, or that of a command

        Wherever a key is wanted, what contains a '/' is the path of a key file and
        what begins with 'sealedpush:' is key text. Secrets are never taken from the
        command line: name a file, or '-' for standard input.

        exit codes:
          0 done · 1 a push could not be opened, or a check failed · 64 usage ·
          65 bad input data · 66 input missing · 69 not installed · 73 cannot create ·
          74 input or output · 75 try again later · 77 no permission, or a wrong passphrase

        example, the whole life of a push:
          $ sealedpush key new device -o phone.key > phone.pub
          $ sealedpush key new signer -o door.key > door.pub
          $ sealedpush seal --to ./phone.pub --from ./door.key \\
                --title Door --body "Front door opened" > push.json
          $ sealedpush open --key phone.key --trust ./door.pub push.json

        """
}
