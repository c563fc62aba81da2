import { duration } from '../kernel/clock.ts';
import type { ClockState } from './trusted-time.ts';

export interface ClockWords {
  /** What is wrong; of a clock that is trusted what it shows. */
  readonly message: string;
  /** What to do; null when there is nothing to do. */
  readonly remedy: string | null;
}

export function describeClock({ verdict, now, trusted, remaining, witness }: ClockState): ClockWords {
  const message = `The clock shows ${at(now)}.`;
  switch (verdict) {
    case 'trusted':
      return { message, remedy: null };
    case 'disputed':
      return {
        message: `${message} The database server shows ${at(witness)}. Nothing is deleted by age until they agree.`,
        remedy: 'Synchronise both machines with a time server (systemd-timesyncd, chrony).',
      };
    case 'jumped':
      return {
        message: `${message} The last trusted time is ${at(trusted)}, more than two days earlier. Nothing is deleted by age.`,
        remedy: `If the clock is right, run \`docwright clock accept\`, or wait: it is trusted after ${hours(remaining)} more of steady time. Otherwise set the clock, and synchronise it with a time server.`,
      };
  }
}

function at(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'unknown' : new Date(milliseconds).toISOString();
}

function hours(milliseconds: number): string {
  const count = Math.max(1, Math.ceil(milliseconds / duration.hour));
  return count === 1 ? 'an hour' : `${count} hours`;
}
