import { duration } from '../kernel/clock.ts';
import { findTimeZone, momentIn, type TimeZone } from '../kernel/time-zone.ts';

/** Weeks are those of a place, from Monday; a week is sent on the Monday after it, once clocks there show this hour. */
const sendHour = 6;

/** A whole week, by the date of its Monday: `2026-11-16`. */
export interface Week {
  readonly name: string;
  /** Milliseconds since the epoch; the end is the first that is not part of it. */
  readonly start: number;
  readonly end: number;
  /** Of the IANA database: whose week it is. */
  readonly timeZone: string;
}

/** The last week that is over and may be sent. */
export function weekToSend(now: number, timeZone: string): Week {
  return weekFrom(mondayToSend(now, timeZone) - 7 * duration.day, timeZone);
}

export function weekBefore({ name, timeZone }: Week): Week {
  return weekFrom(Date.parse(name) - 7 * duration.day, timeZone);
}

/** When the week after the one that may be sent now may be sent. */
export function nextSendAt(now: number, timeZone: string): number {
  return momentIn(zoneOf(timeZone), mondayToSend(now, timeZone) + 7 * duration.day + sendHour * duration.hour);
}

/** The last Monday on which it was time to send, as the midnight that clocks showed. */
function mondayToSend(now: number, timeZone: string): number {
  return mondayBefore(now + zoneOf(timeZone).offsetAt(now) - sendHour * duration.hour);
}

function weekFrom(monday: number, timeZone: string): Week {
  const zone = zoneOf(timeZone);
  const [start, end] = [momentIn(zone, monday), momentIn(zone, monday + 7 * duration.day)];
  return { name: new Date(monday).toISOString().slice(0, 10), start, end, timeZone };
}

/** UTC where the platform knows the name no more. */
function zoneOf(timeZone: string): TimeZone {
  return findTimeZone(timeZone) ?? { offsetAt: () => 0 };
}

/** Midnight of the last Monday, or of today if it is one. The first day of the epoch was a Thursday. */
function mondayBefore(time: number): number {
  const days = Math.floor(time / duration.day);
  return (days - ((days + 3) % 7)) * duration.day;
}
