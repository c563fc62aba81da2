import { z } from 'zod';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import { CodeHostAnswerUnexpected } from './errors.ts';

/** A host's response before validation. */
export interface HostAnswer {
  readonly host: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** A text, or parsed JSON. */
  readonly body: unknown;
  /** Redacts secrets. */
  readonly clean?: (text: string) => string;
}

/** Enough to recognize a sign-in page. */
const shownCharacters = 120;

/** Validates the fields that we use. Throws `CodeHostAnswerUnexpected` with status, content type and first line. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: HostAnswer): T {
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  const isData = typeof answer.body === 'object' && answer.body !== null;
  throw unexpectedAnswer(answer, isData && path !== '' ? `without a usable "${path}"` : undefined);
}

export function unexpectedAnswer(
  { host, status, contentType = 'no content type', body, clean = redactSecrets }: HostAnswer,
  fault?: string,
): Error {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const line = clean(text.trimStart().slice(0, 1_000)).split('\n', 1)[0]?.slice(0, shownCharacters) ?? '';
  const begins = line === '' ? 'nothing' : JSON.stringify(line);
  return new CodeHostAnswerUnexpected(
    host,
    status,
    [contentType, ...(fault === undefined ? [] : [fault]), begins].join(', '),
  );
}

/** Schemas of fields that several hosts send. */
export const hostFields = {
  /** Only http and https, because the dashboard links to it. */
  url: z.url({ protocol: /^https?$/ }),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** ISO 8601; converted to UTC. */
  date: z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
  number: z.int().positive(),
};
