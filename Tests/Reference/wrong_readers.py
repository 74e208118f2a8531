#!/usr/bin/env python3
"""Are the vectors worth anything? Each reader below breaks one rule; some vector has to notice.

Prints a table (wrong reader, how many vectors catch it, a few of them) and exits 1 if one of them gets through.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from typing import Any

from nacl import bindings as sodium

import sealedpush_reference as sp
from check_vectors import VECTORS, Vector, check, load
from sealedpush_reference import Failure, Number, Push, Reference, SeenList


def moved(step: str, before: str) -> tuple[str, ...]:
    """The reader's steps with one of them too early."""
    steps = [name for name in Reference.STEPS if name != step]
    steps.insert(steps.index(before), step)
    return tuple(steps)


# MARK: Text


class PaddedText(Reference):
    def base64url(self, text: str) -> bytes:
        return super().base64url(text.rstrip("="))


class SpacedText(Reference):
    def base64url(self, text: str) -> bytes:
        return super().base64url("".join(text.split()))


class EitherAlphabet(Reference):
    def base64url(self, text: str) -> bytes:
        return super().base64url(text.replace("+", "-").replace("/", "_"))


class TrailingBits(Reference):
    def check_trailing_bits(self, text: str, data: bytes) -> None:
        pass


# MARK: JSON


class Depth33(Reference):
    max_depth = 33


class Depth31(Reference):
    max_depth = 31


class OneMemberMore(Reference):
    max_items = 1025


class OneMemberFewer(Reference):
    max_items = 1023


class DuplicatesAllowed(Reference):
    def add_member(self, members: dict[str, Any], raw_name: str, value: Any) -> None:
        members[self.unescape(raw_name)] = value


class DuplicatesAsSpelled(Reference):
    """Compares names before unescaping."""

    def add_member(self, members: dict[str, Any], raw_name: str, value: Any) -> None:
        spelled = members.setdefault("\0spelled", set())
        if raw_name in spelled:
            raise sp.NotJSON("two members with one name")
        spelled.add(raw_name)
        members[self.unescape(raw_name)] = value


class NamesNormalised(Reference):
    """Compares names the way Swift compares strings."""

    def add_member(self, members: dict[str, Any], raw_name: str, value: Any) -> None:
        super().add_member(members, unicodedata.normalize("NFC", self.unescape(raw_name)), value)

    def unescape(self, raw: str) -> str:
        return raw if "\\" not in raw else super().unescape(raw)


class NamesCutAtNUL(Reference):
    """Compares names as C strings."""

    def add_member(self, members: dict[str, Any], raw_name: str, value: Any) -> None:
        super().add_member(members, raw_name.split("\\u0000")[0], value)


class BOMSkipped(Reference):
    def json_text(self, data: bytes) -> str:
        return super().json_text(data.removeprefix(b"\xef\xbb\xbf"))


class NULsSkipped(Reference):
    def json_text(self, data: bytes) -> str:
        return super().json_text(data.rstrip(b"\0"))


class BytesRepaired(Reference):
    def json_text(self, data: bytes) -> str:
        return data.decode("utf-8", "replace")


class SurrogateBytes(Reference):
    def json_text(self, data: bytes) -> str:
        try:
            return data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise sp.NotJSON("not UTF-8") from error


class LoneSurrogates(Reference):
    def lone_surrogate(self, code: int) -> str:
        return chr(code)


class SurrogatesReplaced(Reference):
    def lone_surrogate(self, code: int) -> str:
        return "\ufffd"


class ControlCharacters(Reference):
    string = re.compile(r'"((?:[^"\\]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*)"')


class AnyEscape(Reference):
    string = re.compile(r'"((?:[^"\\\x00-\x1f]|\\[^u]|\\u[0-9A-Fa-f]{4})*)"')


class LeadingZeros(Reference):
    number = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class LooseNumbers(Reference):
    number = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?")


class UnicodeDigits(Reference):
    number = re.compile(r"-?(?:0|[^\D0]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


class NotANumber(Reference):
    number = re.compile(r"NaN|-?Infinity|" + Reference.number.pattern)


class UnicodeSpace(Reference):
    space = re.compile(r"\s*")


class DeleteIsControl(Reference):
    string = re.compile(r'"((?:[^"\\\x00-\x1f\x7f]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*)"')


# MARK: The order of the steps


class LengthBeforeVersion(Reference):
    STEPS = moved("check_length", "check_version")


class StoreBeforeField(Reference):
    STEPS = moved("check_store", "take_field")


class StoreBeforeText(Reference):
    STEPS = moved("check_store", "decode_text")


class StoreBeforeVersion(Reference):
    STEPS = moved("check_store", "check_version")


class StoreBeforeLength(Reference):
    STEPS = moved("check_store", "check_length")


class KeysBeforeStore(Reference):
    STEPS = moved("find_keys", "check_store")


class JSONBeforeSignature(Reference):
    STEPS = moved("read_payload", "check_sender")


class TimeBeforeJSON(Reference):
    STEPS = moved("check_time", "read_payload")


class TimeBeforeSignature(Reference):
    STEPS = moved("check_time", "check_sender")


class SeenBeforeTime(Reference):
    STEPS = moved("check_seen", "check_time")


class SeenBeforeJSON(Reference):
    STEPS = moved("check_seen", "read_payload")


class SeenBeforeSignature(Reference):
    STEPS = moved("check_seen", "check_sender")


# MARK: The envelope and its keys


class LongText(Reference):
    max_text = 2**20


class LongOuter(Reference):
    max_outer = 2**20


class OuterLimitOneByteMore(Reference):
    max_outer = 65_537


class AnyVersion(Reference):
    def check_version(self, push: Push) -> None:
        push.envelope = b"\1" + push.envelope[1:]
        super().check_version(push)


class LengthUnchecked(Reference):
    def check_length(self, push: Push) -> None:
        push.envelope = push.envelope.ljust(59, b"\0")


class ContentAnywhere(Reference):
    """Looks for `encrypted-content` inside aps too."""

    def open(self, members: dict[str, Any], *how: Any, **more: Any) -> Push:
        aps = members.get("aps")
        return super().open({**aps, **members} if isinstance(aps, dict) else members, *how, **more)


class ContentInCapitals(Reference):
    def open(self, members: dict[str, Any], *how: Any, **more: Any) -> Push:
        return super().open({name.lower(): value for name, value in members.items()}, *how, **more)


class NullIsAbsent(Reference):
    def take_field(self, push: Push) -> None:
        if push.field is None:
            raise Failure("notSealed")
        super().take_field(push)


class KeyIDIgnored(Reference):
    def id_matches(self, push: Push, key: sp.OpeningKey) -> bool:
        return True


class SignerIDIgnored(Reference):
    def signer_id_matches(self, push: Push, signer: sp.TrustedSigner) -> bool:
        return True


class FirstCandidateOnly(Reference):
    max_tries = 1


class RetiredIsUnknown(Reference):
    def find_keys(self, push: Push) -> None:
        try:
            super().find_keys(push)
        except Failure as failure:
            raise Failure("unknownKey") from failure


class RetiredExplainsAll(Reference):
    """Says retiredKey whenever a retired key has the id, even though another one was tried."""

    def unseal(self, push: Push) -> None:
        try:
            super().unseal(push)
        except Failure as failure:
            own = (key.fingerprint for key in push.store.opening_keys if not self.is_usable(key.usable_until, push.now))
            gone = [*own, *(name for _, name in push.store.retired)]
            retired = any(name[:8] == push.envelope[2:10] for name in gone)
            raise Failure("retiredKey" if retired else failure.reason) from failure


class GraceForever(Reference):
    def is_usable(self, until: int | None, now: int) -> bool:
        return True


class GraceOneMillisecondMore(Reference):
    def is_usable(self, until: int | None, now: int) -> bool:
        return until is None or now <= until


class NoGrace(Reference):
    def is_usable(self, until: int | None, now: int) -> bool:
        return until is None


# MARK: Inner


class PaddingToLastMark(Reference):
    """Takes whatever stands before the last 0x80."""

    def unpad_inner(self, inner: bytes) -> bytes | None:
        return inner[: max(0, inner.rfind(b"\x80"))]


class PaddingMarkOptional(Reference):
    def unpad_inner(self, inner: bytes) -> bytes | None:
        return super().unpad_inner(inner) or inner.rstrip(b"\0")


class MessageLengthUnchecked(Reference):
    def check_message_length(self, push: Push) -> None:
        pass


class ReservedUnchecked(Reference):
    def check_reserved(self, members: dict[str, Any]) -> None:
        pass


class ReservedNullAllowed(Reference):
    def check_reserved(self, members: dict[str, Any]) -> None:
        super().check_reserved({name: value for name, value in members.items() if value is not None})


class ReservedRefused(Reference):
    def check_reserved(self, members: dict[str, Any]) -> None:
        if "sealedpush" in members:
            raise Failure("cannotOpen")


# MARK: The sender


class UnsignedAccepted(Reference):
    def signature_required(self, store: sp.Store) -> bool:
        return False


class StickinessForgotten(Reference):
    def revoke_signer(self, store: sp.Store, public_key: bytes) -> None:
        super().revoke_signer(store, public_key)
        store.requires_signature = bool(store.signers)


class RequiredWhileTrusted(Reference):
    def signature_required(self, store: sp.Store) -> bool:
        return bool(store.signers)


class StrangersWhereNobodyIsTrusted(Reference):
    def check_sender(self, push: Push) -> None:
        if push.store.signers or not push.is_signed:
            super().check_sender(push)


class StrangersWhereUnsignedIsAllowed(Reference):
    def check_sender(self, push: Push) -> None:
        try:
            super().check_sender(push)
        except Failure:
            if push.requires_signature:
                raise


class SignatureUnchecked(Reference):
    """Believes the key id."""

    def check_sender(self, push: Push) -> None:
        known = [signer.public_key for signer in push.store.signers if self.signer_id_matches(push, signer)]
        if known:
            push.signer = known[0]
        else:
            super().check_sender(push)


class SignatureWithoutLabel(Reference):
    def signed_bytes(self, push: Push, key: sp.OpeningKey) -> bytes:
        return super().signed_bytes(push, key).removeprefix(sp.LABEL_SIGNATURE)


class SignatureWithoutRecipient(Reference):
    def signed_bytes(self, push: Push, key: sp.OpeningKey) -> bytes:
        return sp.LABEL_SIGNATURE + push.message


# MARK: Time


class SignedTime(Reference):
    """Reads sent at as a signed number."""

    def check_time(self, push: Push) -> None:
        if push.sent_at >= 2**63 and not self.is_clock_unset(push.now):
            return
        super().check_time(push)


class TimeWrapsAround(Reference):
    """Adds in 64 bits and looks at the sum first."""

    def check_time(self, push: Push) -> None:
        end = (push.sent_at + self.life(push.time_to_live)) % 2**64
        if push.sent_at > push.now + self.margin and end <= push.now + self.margin + self.life(0):
            return
        super().check_time(push)


class MarginOneMillisecondMore(Reference):
    margin = sp.DAY + 1


class MarginOneMillisecondLess(Reference):
    margin = sp.DAY - 1


class NoMargin(Reference):
    margin = 0


class ZeroLivesForever(Reference):
    def life(self, time_to_live: int) -> int:
        return super().life(time_to_live) if time_to_live else 2**63


class ZeroLivesNotAtAll(Reference):
    def life(self, time_to_live: int) -> int:
        return super().life(time_to_live) if time_to_live else 0


class LifeUnlimited(Reference):
    def life(self, time_to_live: int) -> int:
        return (time_to_live or sp.MONTH_SECONDS) * 1000


class LifeSigned(Reference):
    def life(self, time_to_live: int) -> int:
        return super().life(time_to_live) if time_to_live < 2**31 else (time_to_live - 2**32) * 1000


class ClockAlwaysSet(Reference):
    def is_clock_unset(self, now: int) -> bool:
        return False


class ClockSetAMillisecondLater(Reference):
    def is_clock_unset(self, now: int) -> bool:
        return now <= sp.CLOCK_IS_SET_FROM


class ClockSetAMillisecondEarlier(Reference):
    def is_clock_unset(self, now: int) -> bool:
        return now < sp.CLOCK_IS_SET_FROM - 1


# MARK: Seen ids


class NothingSeen(Reference):
    def check_seen(self, push: Push) -> None:
        pass


class SeenWithoutID(Reference):
    def seen_name(self, push: Push) -> bytes:
        return b""


class SeenWithoutSigner(Reference):
    def seen_owner(self, push: Push) -> bytes:
        return sp.UNSIGNED


class SeenWithTime(Reference):
    """Another time makes another id."""

    def seen_name(self, push: Push) -> bytes:
        return push.message[:24]


class SeenWithKey(Reference):
    """A list for each opening key."""

    def seen_name(self, push: Push) -> bytes:
        assert push.key is not None
        return push.key.fingerprint + push.id


class OneListForAllSigners(Reference):
    def seen_owner(self, push: Push) -> bytes:
        return b"signed" if push.signer else sp.UNSIGNED

    def seen_name(self, push: Push) -> bytes:
        return (push.signer or b"") + push.id


class ZeroIDForgotten(Reference):
    def check_seen(self, push: Push) -> None:
        if any(push.id):
            super().check_seen(push)


class SeenNeedsAClock(Reference):
    def check_seen(self, push: Push) -> None:
        if not push.clock_unset:
            super().check_seen(push)


class NeverFull(Reference):
    def drop_one(self, seen: SeenList) -> None:
        pass


class FullWhenReached(Reference):
    """Drops one as soon as the list is full, not when another comes."""

    def check_seen(self, push: Push) -> None:
        super().check_seen(push)
        seen = push.store.seen_list(self.seen_owner(push))
        if len(seen.entries) >= seen.capacity:
            self.drop_one(seen)


class FloorIgnored(Reference):
    def check_floor(self, push: Push, seen: SeenList) -> None:
        pass


class FloorOpens(Reference):
    """Lets through what was sent in the very millisecond of the floor."""

    def check_floor(self, push: Push, seen: SeenList) -> None:
        if push.sent_at < seen.floor:
            raise Failure("stale")


class FloorOneMillisecondMore(Reference):
    def check_floor(self, push: Push, seen: SeenList) -> None:
        if seen.floor >= 0 and push.sent_at <= seen.floor + 1:
            raise Failure("stale")


class FloorStartsAtZero(Reference):
    def check_floor(self, push: Push, seen: SeenList) -> None:
        if push.sent_at <= max(seen.floor, 0):
            raise Failure("stale")


class FloorZeroIsNone(Reference):
    def check_floor(self, push: Push, seen: SeenList) -> None:
        if seen.floor:
            super().check_floor(push, seen)


class FloorFalls(Reference):
    def drop_one(self, seen: SeenList) -> None:
        seen.floor = -1
        super().drop_one(seen)


class FloorBeforeList(Reference):
    """Judges the floor before looking into the list."""

    def check_seen(self, push: Push) -> None:
        self.check_floor(push, push.store.seen_list(self.seen_owner(push)))
        super().check_seen(push)


class DropsFirstOpened(Reference):
    def drop_one(self, seen: SeenList) -> None:
        first = next(iter(seen.entries))
        seen.floor = max(seen.floor, seen.entries.pop(first))


class DropsNewest(Reference):
    def drop_one(self, seen: SeenList) -> None:
        newest = max(seen.entries, key=seen.entries.__getitem__)
        seen.floor = max(seen.floor, seen.entries.pop(newest))


class DropsBeforeJudging(Reference):
    """Makes room for a push that is then refused."""

    def check_seen(self, push: Push) -> None:
        seen = push.store.seen_list(self.seen_owner(push))
        if len(seen.entries) >= seen.capacity and push.id not in seen.entries:
            self.drop_one(seen)
        super().check_seen(push)


# MARK: Keys


class ChecksumIgnored(Reference):
    def check_checksum(self, kind: str, key: bytes, checksum: bytes) -> None:
        pass


class ChecksumShort(Reference):
    """Compares three bytes of four."""

    def check_checksum(self, kind: str, key: bytes, checksum: bytes) -> None:
        super().check_checksum(kind, key, checksum[:3] + sp.key_checksum(kind, key)[3:])


class KindIgnored(Reference):
    def check_kind(self, wanted: str, kind: str) -> None:
        pass


class KindBeforeChecksum(Reference):
    def read_key(self, wanted: str, text: str) -> bytes:
        kind = text.split(":")[1] if text.count(":") == 2 else ""
        if kind in sp.KINDS:
            self.check_kind(wanted, kind)
        return super().read_key(wanted, text)


class KeyTextTrimmed(Reference):
    def read_key(self, wanted: str, text: str) -> bytes:
        return super().read_key(wanted, text.strip())


class KeyPrefixAnyCase(Reference):
    def read_key(self, wanted: str, text: str) -> bytes:
        head, colon, body = text.rpartition(":")
        return super().read_key(wanted, head.lower() + colon + body)


class RangeUnchecked(Reference):
    def check_range(self, key: bytes) -> None:
        pass


class TopBitOnly(Reference):
    def check_range(self, key: bytes) -> None:
        if key[31] >= 0x80:
            raise Failure("unusableKey")


class OrderUnchecked(Reference):
    def check_order(self, key: bytes) -> None:
        pass


class PointUnchecked(Reference):
    def check_point(self, key: bytes) -> None:
        pass


class PointOfMixedOrder(Reference):
    """Refuses small order only: clears the cofactor before it looks."""

    def check_point(self, key: bytes) -> None:
        for _ in range(3):
            key = sodium.crypto_core_ed25519_add(key, key)
        super().check_point(key)


class PointOnCurve(Reference):
    def check_point(self, key: bytes) -> None:
        sodium.crypto_core_ed25519_add(key, key)


# MARK: Exports


class PassphraseAsGiven(Reference):
    def passphrase(self, given: bytes) -> bytes:
        return given


class PassphraseTrimmed(Reference):
    def passphrase(self, given: bytes) -> bytes:
        return given.strip()


class PassphraseWithoutLineEnds(Reference):
    def passphrase(self, given: bytes) -> bytes:
        return given.rstrip(b"\r\n")


class PassphraseKeepsCR(Reference):
    def passphrase(self, given: bytes) -> bytes:
        return given.removesuffix(b"\n")


class PassphraseNormalised(Reference):
    def passphrase(self, given: bytes) -> bytes:
        return unicodedata.normalize("NFC", super().passphrase(given).decode("utf-8", "surrogateescape")).encode(
            "utf-8", "surrogateescape"
        )


class OnePassMore(Reference):
    operations = range(1, 18)


class OnePassFewer(Reference):
    operations = range(1, 16)


class LessMemory(Reference):
    memory_kib = range(8 * 1024 - 1, 1024 * 1024 + 1)


class MemoryOverEight(Reference):
    memory_kib = range(8 * 1024 + 1, 1024 * 1024 + 1)


class AlgorithmIgnored(Reference):
    def check_construction(self, version: int, algorithm: int) -> None:
        super().check_construction(version, 2)


class ExportVersionIgnored(Reference):
    def check_construction(self, version: int, algorithm: int) -> None:
        super().check_construction(1, algorithm)


class LongExport(Reference):
    max_export = 2**20


# MARK: Cards


class CardSignatureUnchecked(Reference):
    def check_card_signature(self, identity: bytes, signature: bytes, json: bytes) -> None:
        pass


class CardSignatureAnyLabel(Reference):
    def check_card_signature(self, identity: bytes, signature: bytes, json: bytes) -> None:
        if not any(
            sp.verifies(identity, signature, label + json) for label in (b"", sp.LABEL_CARD, sp.LABEL_SIGNATURE)
        ):
            raise Failure("badSignature")


class CardMembersFirst(Reference):
    def check_card_signature(self, identity: bytes, signature: bytes, json: bytes) -> None:
        self.card_members(self.json_object(json))
        super().check_card_signature(identity, signature, json)


class CardVersionIgnored(Reference):
    def check_card_version(self, members: dict[str, Any]) -> None:
        pass


class CardVersionLast(Reference):
    def card_members(self, members: dict[str, Any]) -> sp.Card:
        if "v" in members:
            super().card_members({**members, "v": Number("1")})
        return super().card_members(members)


class CardOneByteMore(Reference):
    max_card = 4097


class CardOneByteLess(Reference):
    max_card = 4095


class CardLimitOnJSON(Reference):
    max_card = 4096 + 64


class IntegersAsFloats(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        value = members.get(name)
        if isinstance(value, Number) and float(value.text).is_integer():
            value = Number(str(int(float(value.text))))
        return super().member_integer({name: value}, name, low, high)


class IntegersAsStrings(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        value = members.get(name)
        return super().member_integer({name: Number(value) if isinstance(value, str) else value}, name, low, high)


class IntegersUnlimited(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        return super().member_integer(members, name, low, 10**16)


class IntegersNegative(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        return super().member_integer(members, name, -high, high)


class SerialZero(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        return super().member_integer(members, name, 0, high)


class SerialOneMore(Reference):
    max_serial = 2**53


class GraceOfOtherLength(Reference):
    def member_integer(self, members: dict[str, Any], name: str, low: int, high: int) -> int:
        return super().member_integer(members, name, low, high + (name == "grace"))


class GraceZeroIsAbsent(Reference):
    def card_members(self, members: dict[str, Any]) -> sp.Card:
        card = super().card_members(members)
        card.grace = card.grace or None
        return card


class RevokedFalseAllowed(Reference):
    def check_revoked(self, members: dict[str, Any]) -> None:
        if members.get("revoked") is False:
            del members["revoked"]
        super().check_revoked(members)


class RevokedWithKey(Reference):
    def check_revoked(self, members: dict[str, Any]) -> None:
        if members.get("revoked") is True:
            return
        super().check_revoked(members)


class RevokedAnyValue(Reference):
    def check_revoked(self, members: dict[str, Any]) -> None:
        super().check_revoked({**members, "revoked": True} if "revoked" in members else members)


class NameOfAnyLength(Reference):
    name_scalars = name_bytes = 10**6


class NameOneScalarFewer(Reference):
    name_scalars = 63


class NameOneByteFewer(Reference):
    name_bytes = 255


class NameCountsComposed(Reference):
    """Counts what it sees as one character."""

    def check_name(self, name: Any) -> None:
        super().check_name(unicodedata.normalize("NFC", name) if isinstance(name, str) else name)


class NameControl(Reference):
    name_refuses = ("Cf", "Cs", "Co", "Zl", "Zp")


class NameFormat(Reference):
    name_refuses = ("Cc", "Cs", "Co", "Zl", "Zp")


class NamePrivateUse(Reference):
    name_refuses = ("Cc", "Cf", "Cs", "Zl", "Zp")


class NameLineSeparator(Reference):
    name_refuses = ("Cc", "Cf", "Cs", "Co", "Zp")


class NameParagraphSeparator(Reference):
    name_refuses = ("Cc", "Cf", "Cs", "Co", "Zl")


class NameTrimmed(Reference):
    def check_name(self, name: Any) -> None:
        super().check_name(name.strip() if isinstance(name, str) else name)


class NameOuterASCIISpaceOnly(Reference):
    def check_name(self, name: Any) -> None:
        super().check_name(re.sub(r"^[\u00a0\u3000]|[\u00a0\u3000]$", "", name) if isinstance(name, str) else name)


class AddressUnchecked(Reference):
    def check_address(self, address: Any) -> None:
        pass


class UserInfoAllowed(Reference):
    def check_user_info(self, url: str) -> None:
        pass


class AtSignRefused(Reference):
    def check_user_info(self, url: str) -> None:
        if "@" in url:
            raise Failure("malformed")


def notices(rules: Reference, name: str, vector: Vector) -> bool:
    """A reader that stumbles over a vector is caught as well."""
    try:
        return check(rules, name, vector) is not None
    except Exception:
        return True


def main() -> int:
    vectors = load([VECTORS])
    readers = Reference.__subclasses__()
    uncaught = 0
    for reader in readers:
        caught = [name for name, vector in vectors if notices(reader(), name, vector)]
        uncaught += not caught
        print(f"{reader.__name__:32} {len(caught) or 'NONE':>4}  {'  '.join(caught[:3])}")
    print(f"{len(readers)} wrong readers, {uncaught} not caught by any of {len(vectors)} vectors")
    return 1 if uncaught else 0


if __name__ == "__main__":
    sys.exit(main())
