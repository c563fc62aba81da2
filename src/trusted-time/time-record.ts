import { duration } from '../kernel/clock.ts';

/** What all processes of a server remember of the clock, in milliseconds. */
export interface TimeRecord {
  /** The time that was last trusted; null while there was none. */
  readonly trusted: number | null;
  /** What the clock showed last since it jumped ahead; null while it is trusted. */
  readonly claimed: number | null;
  /** How long the clock has run steadily since then, as measured by clocks that nobody sets. */
  readonly watched: number;
}

/** Servers are switched off over a weekend, and nobody is asked about that. */
const plausibleJump = 48 * duration.hour;
/** A clock that jumped is trusted after it ran steadily for so long. */
export const watchedEnough = duration.day;

export function trust(now: number): TimeRecord {
  return { trusted: now, claimed: null, watched: 0 };
}

/**
 * What to remember once the clock shows `now`. `measured` is what passed by a steady clock since the same process looked
 * last; 0 where it never did. A clock that was set back is trusted at once, since it deletes less.
 */
export function nextRecord(
  { trusted, claimed, watched }: TimeRecord,
  { now, measured }: { now: number; measured: number },
): TimeRecord {
  if (trusted === null || now <= trusted + plausibleJump + (claimed === null ? measured : watched)) return trust(now);
  if (claimed === null) return { trusted, claimed: now, watched: 0 };
  const step = now - claimed;
  if (step < -plausibleJump || step > plausibleJump + measured) return { trusted, claimed: now, watched: 0 };
  // Another process may have counted a part of it: time counts once.
  const counted = watched + Math.max(0, Math.min(step, measured));
  return counted >= watchedEnough ? trust(now) : { trusted, claimed: now, watched: counted };
}

/** Whether somebody who only looks once may trust the clock; a database of an earlier version remembers nothing of it. */
export function isTrusted(record: TimeRecord | undefined, now: number): boolean {
  return record === undefined || nextRecord(record, { now, measured: 0 }).claimed === null;
}
