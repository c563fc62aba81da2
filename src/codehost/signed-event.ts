import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { WebhookUnreadable } from './errors.ts';

/** The hexadecimal HMAC-SHA256 of a body, with which GitHub and Gitea sign. */
export function signatureOf(body: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

export function isSignedBy(signature: string | undefined, body: Uint8Array, secret: string): boolean {
  return signature !== undefined && equalsInConstantTime(signature.toLowerCase(), signatureOf(body, secret));
}

/** Compares two texts in a time that reveals neither. */
export function equalsInConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Parses the body of an event. Throws `WebhookUnreadable`, which names the first invalid field. */
export function readEvent<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  rawBody: Uint8Array,
): z.infer<Schema> {
  let payload: unknown;
  try {
    payload = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody));
  } catch {
    throw new WebhookUnreadable(name, 'the body is not JSON; choose the content type application/json');
  }
  const event = schema.safeParse(payload);
  if (event.success) return event.data;
  const field = event.error.issues[0]?.path.join('.') ?? '';
  throw new WebhookUnreadable(name, `${field === '' ? 'the body' : `\`${field}\``} is missing or has another type`);
}
