import type { ApiKey } from '../contract/api-key.ts';
import { duration } from '../kernel/clock.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** Time to make a new key and bring it to where the old one is used. */
const soon = 14 * duration.day;

export function examineKeys(keys: readonly ApiKey[], now: number): Outcome {
  const ending = keys.flatMap(({ name, expiresAt }) => {
    if (expiresAt === null || Date.parse(expiresAt) > now + soon) return [];
    return `${name} ${Date.parse(expiresAt) <= now ? 'expired' : 'expires'} on ${expiresAt.slice(0, 10)}`;
  });
  if (ending.length === 0)
    return { state: 'ok', message: `${counted(keys.length, 'key')}; none expires soon.`, remedy: null };
  return {
    state: 'warning',
    message: `${ending.join('; ')}.`,
    remedy: 'Create a new key with `docwright key create`, replace the old one where it is used, then revoke it.',
  };
}
