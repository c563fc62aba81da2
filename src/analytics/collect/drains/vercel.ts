import { createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord, joinTexts } from '../formats/json-log.ts';
import type { LineReading } from '../formats/log-format.ts';
import { logTime } from '../formats/log-time.ts';
import { drainEventId, readDrainRecords, textOf, type DrainFormat, type SignedRequest } from './drain-format.ts';

/**
 * Vercel log drain, JSON array or NDJSON. One request makes several entries (middleware, function, each line that the
 * function prints), all with the same `requestId`, which therefore is the event id. Answers must carry the header of
 * `vercelVerification`.
 */
export const vercelDrain: DrainFormat = {
  name: 'vercel',
  verifySignature: verifyVercelSignature,
  read: (body) => readDrainRecords(body, readEntry),
};

/** Header by which Vercel recognises the endpoint; the token is shown where the drain is set up. */
export function vercelVerification(token: string): Readonly<Record<string, string>> {
  return { 'x-vercel-verify': token };
}

/** `x-vercel-signature` is the hexadecimal HMAC-SHA1 of the raw body with the drain's secret. */
function verifyVercelSignature(request: SignedRequest, secret: string): boolean {
  const signature = Buffer.from(request.header('x-vercel-signature') ?? '', 'hex');
  const expected = createHmac('sha1', secret).update(request.rawBody).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function readEntry(value: unknown): LineReading {
  if (!isRecord(value)) return { rejected: 'form' };
  const { proxy } = value;
  if (!isRecord(proxy)) return undefined;
  const timestampMs = logTime(proxy['timestamp'] ?? value['timestamp']);
  if (Number.isNaN(timestampMs)) return { rejected: 'time' };
  const url = textOf(proxy, 'path');
  if (url === undefined) return { rejected: 'request' };
  const status = proxy['statusCode'] ?? value['statusCode'];
  const { userAgent } = proxy;
  return {
    hit: {
      source: 'drain',
      timestampMs,
      url,
      host: textOf(proxy, 'host') ?? textOf(value, 'host'),
      ip: textOf(proxy, 'clientIp'),
      userAgent: Array.isArray(userAgent) ? joinTexts(userAgent, ' ') : textOf(proxy, 'userAgent'),
      method: (textOf(proxy, 'method') ?? 'GET').toUpperCase(),
      // No status and -1 both stand for no answer.
      status: typeof status === 'number' ? status : -1,
      referrer: textOf(proxy, 'referer'),
      eventId: drainEventId('vercel', value['requestId'] ?? value['id']),
    },
  };
}
