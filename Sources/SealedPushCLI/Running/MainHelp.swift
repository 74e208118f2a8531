// SPDX-License-Identifier: Apache-2.0

/// What `sealedpush --help` prints.
package enum MainHelp {
    static let usage = """
        usage: sealedpush [--store FILE] [-q|-v] COMMAND …
          seal, send, open, inspect, doctor, demo, listen, completions
          key new, list, show, public, card, trust, verify, rotate, revoke, delete, export, import
        'sealedpush --help' says more, 'sealedpush COMMAND --help' the rest.

        """

    package static let text = """
        usage: sealedpush [--store FILE] [-q|-v] COMMAND …
               sealedpush COMMAND --help

        End-to-end encrypted push notifications: what the push provider carries is
        sealed, and only the device opens it.

        commands:
          key new      make the keys of a device or a signer, or a shared key
          key list     own keys and contacts
          key show     everything about one of them, but its secrets
          key public   the public half of a key file
          key card     one line of text that introduces a device or signer
          key trust    accept such a card, or a public key, as a contact
          key verify   the number to compare with the other side
          key rotate   a new current key; the old one stays good for a while
          key revoke   stop using or trusting, for good
          key delete   destroy, or forget
          key export   keys as one line of text, under a passphrase
          key import   the keys back from such a line
          seal         turn an APNs payload into one that hides its text
          open         what the device would show of a sealed payload
          inspect      what anyone can see of a payload, a key file or a card
          doctor       what is wrong on this machine
          completions  for the shell
          send         seal and deliver, by APNs or an MQTT broker
          listen       be a device: receive, open and show
          demo         the whole loop on this machine, and what goes wrong in it
                       (programs of their own, sealedpush-send and so on)

        options:
              --store FILE   the key store; else $SEALEDPUSH_STORE, else
                             ${XDG_DATA_HOME:-~/.local/share}/sealedpush/store.db
          -q, --quiet     errors only
          -v, --verbose   say what was done
              --version   the version of this program and of libsodium
          -h, --help      this text, or that of a command

        Wherever a key is wanted, what contains a '/' is the path of a key file, what
        begins with 'sealedpush:' is key text, and all else is a name in the store.
        Secrets are never taken from the command line: name a file, or '-' for
        standard input.

        exit codes:
          0 done · 1 a push could not be opened or delivered, or a check failed · 64 usage ·
          65 bad input data · 66 input missing · 69 not available · 73 cannot create ·
          74 input or output · 75 try again later · 77 no permission, or a wrong passphrase

        example, the whole life of a push, without a store:
          $ sealedpush key new device -o phone.key > phone.pub
          $ sealedpush key new signer -o door.key > door.pub
          $ sealedpush seal --to ./phone.pub --from ./door.key \\
                --title Door --body "Front door opened" > push.json
          $ sealedpush open --key phone.key --trust ./door.pub push.json

        """
}
