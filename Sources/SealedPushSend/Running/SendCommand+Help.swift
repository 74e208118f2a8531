// SPDX-License-Identifier: Apache-2.0

internal import SealedPushCLI

extension SendCommand {
    /// What `--help` prints.
    static let help =
        """
        usage: sealedpush send --to NAME [--to NAME …] [--from SIGNER | --anonymous] [PAYLOAD]
               sealedpush send --to NAME … [--title TEXT] [--body TEXT] [--data K=V …] …
               sealedpush send --queue < LINES

        Seals as 'seal' does, and delivers: by APNs, or by an MQTT broker, wherever the
        card of the recipient says that its pushes go.

        who:
              --to NAME         whom for: a contact, or a device of your own, whose card has
                                an address; may be given several times
              --to-file FILE    for everyone in FILE, or on standard input ('-'): one a line,
                                any number; blank lines and # comments are skipped
              --queue           pushes come on standard input, a line of JSON each (below)
              --from SIGNER     sign with this signer: a name, or the path of a key file;
                                without it, with the store's only signer

        """ + SealOptions.help + """


            delivery:
                  --via apns|mqtt          which way, where a card has both (apns)
                  --push-type alert|voip   what APNs is told that it is (alert)
                  --priority 10|5|1        at once (10), when power allows, or never waking
                  --collapse-id TEXT       pushes with one such id show as one
                  --timeout DURATION       how long one push is tried: 90s, 2m, 1h, or seconds (2m)
                  --retry-dead             try addresses that are known as dead, too
                  --environment NAME       production or development, whatever the card says
                  --host HOST[:PORT]       another host than Apple's, for gateways and tests
                  --ca FILE                certificate authorities (PEM) in place of the system's

            who sends, by files alone, never secrets:
                  --credentials FILE       a token key, AuthKey_….p8, or a certificate, PEM or P12,
                                           whatever it is called; else
                                           $SEALEDPUSH_APNS_CREDENTIALS; a key may come on
                                           standard input ('-')
                  --key-id ID              which key; else $SEALEDPUSH_APNS_KEY_ID, or the file's name
                  --team-id ID             whose key; else $SEALEDPUSH_APNS_TEAM_ID
                  --certificate-key FILE   the key of a certificate, where it is in another file
                  --passphrase-file FILE   what the certificate's key is protected by; '-' likewise
                  --mqtt-user NAME         who one is at a broker
                  --mqtt-password-file FILE
                                           the file of its password
                  --mqtt-certificate FILE  a certificate for the broker, PEM
                  --mqtt-key FILE          the file of its key

            results:
                  --dry-run                seal and check, say what would be sent, connect to nobody
                  --json                   a line of JSON for each recipient, as they are done
              -h, --help                   this text

            One result a recipient, in the order in which they are done, and one push: whoever is
            named twice gets one. One that fails stops no other; exit code 0 only if all were
            accepted. Accepted is not shown: the device may be off. An address that APNs calls
            dead is remembered, and skipped from then on, until there is a newer card of the
            contact; what one environment or --host says counts for no other.

            A line of a queue is an object: to (a name), payload (as for APNs); where wanted id
            (comes back with the result), ttl (seconds), collapseID, priority, and address (as
            in a card) beside key text in to. A bad line is answered as failed and stops nothing.
            The end of the input, SIGTERM or SIGINT end it, once each line has its answer: after a
            signal the line that was begun is read to its end, for 2 seconds at most, and what
            was taken is tried for 20 seconds more, then given up and said. A second signal, half a
            second later or more, ends it at once. Keys and contacts are looked up again whenever
            the store has changed.

            SIGTERM or SIGINT end a list as they end a queue: nobody more is sent to, what is under
            way has 20 seconds, and the summary says how many were not sent to, and where the list
            has to go on. Those count as failed with 75.

            Exit codes: 0 done, 1 a push was not accepted, 64 usage, 65 bad data, 66 a file or
            name is missing, 69 a server that is not to be trusted or spoken with, 74 input or
            output, 75 nothing was accepted now, try again later, 77 no permission or a wrong
            passphrase; 1 where pushes failed for several of these, or some were accepted.
            A cron job runs the same command again after 75, and after no other: then nobody was
            reached, or nobody answered in time.

            example:
              $ sealedpush send --to phone --title Door --body "Front door opened" \\
                    --credentials AuthKey_ABCDE12345.p8 --team-id TEAM123456
              phone: accepted by apns as 5f0c1a52-98b1-4d5e-a1c4-2f7b3e9d6a10
              $ echo '{"id":7,"to":"phone","payload":{"aps":{"alert":"Hi"}}}' | sealedpush send --queue
              {"id":7,"to":"phone","messageID":"0b9e…","via":"apns","status":"accepted","attempts":1}

            """
}
