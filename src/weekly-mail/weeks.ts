import { duration } from '../kernel/clock.ts';

/** Weeks of UTC, from Monday; a week is sent on the Monday after it, from this hour on. */
const sendHour = 6;

/** A whole week, by its Monday: `2026-11-16`. */
export interface Week {
  readonly name: string;
  /** Milliseconds since the epoch; the end is the first that is not part of it. */
  readonly start: number;
  readonly end: number;
}

/** The last week that is over and may be sent. */
export function weekToSend(now: number): Week {
  const shifted = now - sendHour * duration.hour;
  const end = mondayBefore(shifted);
  return weekFrom(end - 7 * duration.day);
}

export function weekBefore({ start }: Week): Week {
  return weekFrom(start - 7 * duration.day);
}

/** When the week after the one that may be sent now may be sent. */
export function nextSendAt(now: number): number {
  return weekToSend(now).end + 7 * duration.day + sendHour * duration.hour;
}

function weekFrom(start: number): Week {
  return { name: new Date(start).toISOString().slice(0, 10), start, end: start + 7 * duration.day };
}

/** Midnight of the last Monday, or of today if it is one. The first day of the epoch was a Thursday. */
function mondayBefore(time: number): number {
  const days = Math.floor(time / duration.day);
  return (days - ((days + 3) % 7)) * duration.day;
}
