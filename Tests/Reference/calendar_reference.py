#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""When a calendar trigger fires, found by brute force: 2,000 cases as JSON, one a line.

It walks day by day, and within a day minute by minute through UTC, looks at what the clocks of `zoneinfo` show, and knows
neither offsets nor changes of the clocks by any other way. Weeks are counted by hand, not by `datetime`.

usage: calendar_reference.py [--count N] [--seed N]

A line: the zone, the first day of the week (1 is Sunday), the least days of a first week, the components, the moment after
which to look, in seconds since 1970, and the moment that matches, or null.
"""

import argparse
import datetime as dt
import functools
import json
import random
import sys
import zoneinfo

ZONES = [
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",  # the clocks change by half an hour
    "Asia/Kolkata",  # half an hour off, and no changes
    "America/Sao_Paulo",  # the clocks changed at midnight, until 2019
    "Pacific/Apia",  # had no 30 December 2011
]
# Rules that have been in force: of later years the two data bases of zones may think differently.
FIRST_YEAR, LAST_YEAR = 2005, 2025
# In days; longer than the longest wait in these years, 28 years for 29 February to be a certain day of the week.
HORIZON = 29 * 366
DAY = dt.timedelta(days=1)
MINUTE = dt.timedelta(minutes=1)
UTC = dt.timezone.utc
SUNDAY_FIRST, MONDAY_FIRST = (1, 1), (2, 4)


def weekday(day):
    """1 for Sunday to 7 for Saturday; 1 January 2006 was a Sunday."""
    return (day - dt.date(2006, 1, 1)).days % 7 + 1


def week_start(day, first):
    while weekday(day) != first:
        day -= DAY
    return day


def first_week(begin, first, least):
    """Where week 1 of the month or year begins that begins on a day."""
    start = week_start(begin, first)
    days_inside = 7 - (begin - start).days
    return start if days_inside >= least else start + 7 * DAY


def week_of_year(day, first, least):
    """The year that the week counts for, and its number."""
    start = week_start(day, first)
    for year in (day.year + 1, day.year, day.year - 1):
        one = first_week(dt.date(year, 1, 1), first, least)
        if start >= one:
            return year, (start - one).days // 7 + 1
    raise AssertionError("a day is in some week")


def week_of_month(day, first, least):
    one = first_week(day.replace(day=1), first, least)
    return (week_start(day, first) - one).days // 7 + 1


def day_matches(day, wanted, week):
    first, least = week
    simple = {
        "year": day.year,
        "month": day.month,
        "day": day.day,
        "weekday": weekday(day),
        "weekdayOrdinal": (day.day - 1) // 7 + 1,
        "quarter": (day.month - 1) // 3 + 1,
    }
    if any(name in wanted and wanted[name] != value for name, value in simple.items()):
        return False
    if "dayOfYear" in wanted and wanted["dayOfYear"] != (day - dt.date(day.year, 1, 1)).days + 1:
        return False
    if "weekOfMonth" in wanted and wanted["weekOfMonth"] != week_of_month(day, first, least):
        return False
    if "weekOfYear" in wanted or "yearForWeekOfYear" in wanted:
        year, number = week_of_year(day, first, least)
        if wanted.get("weekOfYear", number) != number or wanted.get("yearForWeekOfYear", year) != year:
            return False
    return True


@functools.lru_cache(maxsize=512)
def shown(day, zone):
    return Shown(day, zone)


class Shown:
    """What the clocks show, minute by minute, around a day: pairs of a reading and a moment, in the order of moments."""

    def __init__(self, day, zone):
        # No clock is more than 15 hours away from UTC, and none goes on by more than what `moments_of` looks for on top.
        start = dt.datetime(day.year, day.month, day.day, tzinfo=UTC) - 15 * 60 * MINUTE
        moments = [start + minute * MINUTE for minute in range(56 * 60)]
        self.all = [(moment.astimezone(zone), moment) for moment in moments]
        self.today = [pair for pair in self.all if pair[0].date() == day]


def moments_of(day, wanted, zone):
    """All moments of a matching day that match; a day that the clocks leave out has none."""
    clocks = shown(day, zone)
    if not clocks.today:
        return []
    second = wanted.get("second", 0) * dt.timedelta(seconds=1)
    if not {"hour", "minute", "second"} & wanted.keys():
        return [clocks.today[0][1]]
    if "minute" in wanted:
        minutes = [wanted["minute"]]
    else:
        minutes = range(60) if "second" in wanted else [0]
    if "hour" not in wanted:
        return [moment + second for reading, moment in clocks.today if reading.minute in minutes]
    found = []
    for minute in minutes:
        # Python compares two readings of one zone as they stand on the clock.
        goal = dt.datetime(day.year, day.month, day.day, wanted["hour"], minute, tzinfo=zone)
        exact = [moment for reading, moment in clocks.all if reading == goal]
        if exact:
            found.append(exact[0] + second)
        else:
            found.append(next(moment for reading, moment in clocks.all if reading > goal))
    return found


def solve(after, wanted, zone, week):
    """The first moment that matches, after another one."""
    limits = {"hour": 23, "minute": 59, "second": 59}
    if any(not 0 <= wanted.get(name, 0) <= limit for name, limit in limits.items()):
        return None
    timeless = not limits.keys() & wanted.keys()
    best = None
    day = after.astimezone(zone).date() - DAY
    for _ in range(HORIZON):
        if day_matches(day, wanted, week) and not (timeless and day_matches(day - DAY, wanted, week)):
            for moment in moments_of(day, wanted, zone):
                if moment > after and (best is None or moment < best):
                    best = moment
        # The clocks may go back from one day into the one before.
        if best is not None and day > best.astimezone(zone).date():
            return best
        day += DAY
    return best


def changes(zone):
    """The moments at which the clocks change."""
    found = []
    moment = dt.datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
    while moment.year <= LAST_YEAR:
        if moment.astimezone(zone).utcoffset() != (moment + DAY).astimezone(zone).utcoffset():
            exact = moment
            while exact.astimezone(zone).utcoffset() == moment.astimezone(zone).utcoffset():
                exact += MINUTE
            found.append(exact)
        moment += DAY
    return found


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.changes = {name: changes(zoneinfo.ZoneInfo(name)) for name in ZONES}

    def moment(self, name):
        """Somewhere in the years, and often right before or after a change of the clocks."""
        around = self.changes[name]
        if around and self.random.random() < 0.6:
            hours = self.random.choice([2, 4, 30])
            return self.random.choice(around) + dt.timedelta(seconds=self.random.randint(-hours * 3600, hours * 3600))
        start = dt.datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
        return start + dt.timedelta(seconds=self.random.randrange((LAST_YEAR - FIRST_YEAR) * 365 * 86400))

    def components(self, kind, near):
        """Components of a kind; of times near a reading, so that changes of the clocks are met."""
        pick = self.random
        hour = (near.hour + pick.randint(-2, 2)) % 24
        minute = pick.choice([0, 1, 15, 29, 30, 45, 59])
        time = pick.choice([{"hour": hour}, {"hour": hour, "minute": minute}])
        maybe = pick.choice([{}, time])
        month, day = pick.randint(1, 12), pick.randint(1, 28)
        weekday_, year = pick.randint(1, 7), near.year + pick.randint(0, 3)
        return {
            "daily": {"hour": hour, "minute": minute},
            "hour": {"hour": hour},
            "hourly": {"minute": minute},
            "second": pick.choice([{"second": minute}, {"minute": minute, "second": 7}, {"hour": hour, "second": 5}]),
            "exact": {"hour": hour, "minute": minute, "second": pick.randint(0, 59)},
            "weekly": {"weekday": weekday_, **time},
            "weekday": {"weekday": weekday_, **pick.choice([{}, {"minute": minute}])},
            "today": {"day": near.day, **pick.choice([maybe, {"minute": minute}])},
            "month end": {"day": pick.choice([29, 30, 31]), **maybe},
            "31": {"day": 31, **maybe},
            "29 February": {"month": 2, "day": 29, **pick.choice([maybe, {"weekday": weekday_}])},
            "yearly": {"month": near.month, "day": near.day, **maybe},
            "month": {"month": month, **maybe},
            "year": {"year": near.year + pick.randint(-1, 2), **pick.choice([maybe, {"day": day}, {"minute": minute}])},
            "once": {"year": year, "month": month, "day": day, **time},
            "now": {"year": near.year, "month": near.month, "day": near.day, **time},
            "past": {"year": near.year - 1, "month": month, "day": day, **time},
            "nth weekday": {"weekday": weekday_, "weekdayOrdinal": pick.randint(1, 5), **maybe},
            "ordinal": {"weekdayOrdinal": pick.randint(1, 5), **maybe},
            "weekday of month": {"month": month, "weekday": weekday_, **maybe},
            "Friday 13th": {"day": 13, "weekday": 6, **maybe},
            "week": {"weekOfYear": pick.choice([1, 52, 53, pick.randint(2, 51)]), **pick.choice([maybe, {"hour": 9}])},
            "day of week": {"weekOfYear": pick.choice([1, 52, 53, month]), "weekday": weekday_, **maybe},
            "year of weeks": {
                "yearForWeekOfYear": year,
                "weekOfYear": pick.choice([1, 52, 53]),
                "weekday": weekday_,
                **maybe,
            },
            "week of month": {"weekOfMonth": pick.randint(0, 6), **pick.choice([maybe, {"weekday": weekday_}])},
            "quarter": {"quarter": pick.randint(1, 4), **maybe},
            "day of year": {"dayOfYear": pick.choice([1, 60, 365, 366, day]), **maybe},
            "never": pick.choice(
                [
                    {"month": 2, "day": 30, **time},
                    {"month": pick.choice([4, 6, 9, 11]), "day": 31, **time},
                    {"month": 13, **time},
                    {"day": 32, **time},
                    {"weekday": weekday_, "weekdayOrdinal": 6},
                    {"hour": 24, "minute": minute},
                    {"hour": hour, "minute": 60},
                    {"day": 0, "hour": hour},
                ]
            ),
        }[kind]

    KINDS = (
        ["daily"] * 14
        + ["hour"] * 5
        + ["hourly"] * 7
        + ["second", "exact", "now", "month end", "nth weekday", "week", "week of month"] * 4
        + ["weekly", "today", "31", "29 February", "day of week"] * 5
        + ["weekday", "yearly", "once", "month", "year"] * 3
        + ["weekday of month", "Friday 13th", "year of weeks", "day of year", "ordinal", "quarter"] * 2
        + ["past", "never"]
    )

    def case(self, number):
        name = ZONES[number % len(ZONES)]
        zone = zoneinfo.ZoneInfo(name)
        week = self.random.choice([SUNDAY_FIRST, MONDAY_FIRST])
        after = self.moment(name)
        wanted = self.components(self.random.choice(self.KINDS), after.astimezone(zone))
        expected = solve(after, wanted, zone, week)
        # What comes after a match is where a wrong answer repeats itself.
        if expected is not None and expected.year <= LAST_YEAR and self.random.random() < 0.3:
            after, expected = expected, solve(expected, wanted, zone, week)
        return {
            "zone": name,
            "firstWeekday": week[0],
            "minimumDays": week[1],
            "components": wanted,
            "after": int(after.timestamp()),
            "expected": None if expected is None else int(expected.timestamp()),
        }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=20110830)
    arguments = parser.parse_args()
    maker, seen, number = Maker(arguments.seed), set(), 0
    while len(seen) < arguments.count:
        line = json.dumps(maker.case(number), sort_keys=True)
        number += 1
        if line not in seen:
            seen.add(line)
            print(line)


if __name__ == "__main__":
    sys.exit(main())
