import { percentEncodedBytes } from './escapes.ts';
import type { LineReading } from './log-format.ts';

/** Bytes that are no UTF-8 keep paths apart; elsewhere they are only shown. */
export function withReadableText(reading: LineReading): LineReading {
  const hit = reading?.hit;
  if (hit === undefined) return reading;
  if (!hit.url.isWellFormed()) return withReadableText({ hit: { ...hit, url: percentEncodedBytes(hit.url) } });
  const { userAgent, referrer } = hit;
  if ((userAgent?.isWellFormed() ?? true) && (referrer?.isWellFormed() ?? true)) return reading;
  return { hit: { ...hit, userAgent: userAgent?.toWellFormed(), referrer: referrer?.toWellFormed() } };
}
