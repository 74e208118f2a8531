# SPDX-License-Identifier: Apache-2.0
"""What APNs demands of a request, apart from who sends it."""

import re

SUFFIXES = {
    "alert": "",
    "background": "",
    "location": ".location-query",
    "voip": ".voip",
    "complication": ".complication",
    "fileprovider": ".pushkit.fileprovider",
    "mdm": "",
    "liveactivity": ".push-type.liveactivity",
    "pushtotalk": ".voip-ptt",
    "widgets": ".push-type.widgets",
    "controls": ".push-type.controls",
}
PRIORITIES = {"background": ("5",), "liveactivity": ("5", "10"), "pushtotalk": ("10",)}
UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TOPIC = "com.example.app"


def check(pairs, body, has_certificate):
    """(status, reason) against a request, or None."""
    headers = dict(pairs)
    if len(headers) != len(pairs):
        return 400, "DuplicateHeaders"
    if headers[":method"] != "POST":
        return 405, "MethodNotAllowed"
    path = headers[":path"]
    if not path.startswith("/3/device/"):
        return 404, "BadPath"
    token = path[len("/3/device/"):]
    if not token:
        return 400, "MissingDeviceToken"
    if not re.fullmatch("([0-9a-f]{2})+", token, re.IGNORECASE):
        return 400, "BadDeviceToken"
    if "apns-id" in headers and not UUID.fullmatch(headers["apns-id"]):
        return 400, "BadMessageId"
    kind = headers.get("apns-push-type")
    if kind not in SUFFIXES or (kind == "location" and has_certificate):
        return 400, "InvalidPushType"
    topic = headers.get("apns-topic")
    if topic is None:
        return 400, "MissingTopic"
    if topic != TOPIC + SUFFIXES[kind]:
        return 400, "TopicDisallowed" if topic.startswith("com.") else "BadTopic"
    priority = headers.get("apns-priority", "10")
    if priority not in PRIORITIES.get(kind, ("1", "5", "10")):
        return 400, "BadPriority"
    expiration = headers.get("apns-expiration", "0")
    if not re.fullmatch("[0-9]{1,12}", expiration) or (kind == "pushtotalk" and expiration != "0"):
        return 400, "BadExpirationDate"
    if len(headers.get("apns-collapse-id", "").encode()) > 64:
        return 400, "BadCollapseId"
    if not body:
        return 400, "PayloadEmpty"
    if len(body) > (5120 if kind == "voip" else 4096):
        return 413, "PayloadTooLarge"
    return None
