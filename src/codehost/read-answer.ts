import { z } from 'zod';
import { redactSecrets } from '../secrets/redact-secrets.ts';
import { CodeHostAnswerUnexpected } from './errors.ts';

/** What a host answered, before anybody believes it. */
export interface HostAnswer {
  readonly host: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** A text, or what a client has parsed already. */
  readonly body: unknown;
  /** Takes secrets out of what is shown. */
  readonly clean?: (text: string) => string;
}

/** Enough to know a sign-in page by. */
const shownCharacters = 120;

/** The answer by the fields that are used. Throws `CodeHostAnswerUnexpected` with status, content type and first line. */
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

/** Fields that several hosts have. */
export const hostFields = {
  /** It becomes a link in the dashboard. */
  url: z.url({ protocol: /^https?$/ }),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** ISO 8601 in UTC, whatever the time zone of the host. */
  date: z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
  number: z.int().positive(),
};
