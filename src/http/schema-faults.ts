import { z } from 'zod';
import type { ErrorDetail } from '../kernel/app-error.ts';

const { localeError } = z.locales.en();

type Issue = z.core.$ZodIssue;

/**
 * What a schema found wrong, one fault per field, in words for people who do not know our schemas. A message that the
 * schema states itself is kept. `part` names what was validated as a whole: the field of a fault that has no other.
 */
export function faultsOf(error: z.ZodError, { input, part }: { input: unknown; part: string }): ErrorDetail[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not a known field' }));
    }
    const received = issue.path.reduce<unknown>(valueAt, input);
    return [{ field: issue.path.join('.') || part, message: messageOf(issue, { received, part }) }];
  });
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

function messageOf(issue: Issue, { received, part }: { received: unknown; part: string }): string {
  const customMessage = localeError({ ...issue, input: received } as z.core.$ZodRawIssue);
  if (issue.message !== (typeof customMessage === 'string' ? customMessage : customMessage?.message))
    return issue.message;
  if (received === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      if (['query', 'headers'].includes(part) && Array.isArray(received)) return 'must be given only once';
      return `must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(received)}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value));
      return values.length === 1 ? `must be ${values[0] ?? ''}` : `must be one of ${values.join(', ')}`;
    }
    case 'too_small':
      return Number(issue.minimum) === 1 && units[issue.origin] !== undefined
        ? 'must not be empty'
        : bound('least', issue.origin, issue.minimum, issue.inclusive);
    case 'too_big':
      return bound('most', issue.origin, issue.maximum, issue.inclusive);
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the format in the API reference at /docs';
    default:
      return 'does not match the schema; see the API reference at /docs';
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return kinds['array'] ?? '';
  return kinds[typeof value] ?? typeof value;
}

/** What a size is counted in; numbers themselves have none. */
const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function bound(side: 'least' | 'most', origin: string, limit: number | bigint, inclusive = true): string {
  const unit = units[origin];
  if (unit !== undefined) return `must have at ${side} ${limit} ${unit}`;
  if (inclusive) return `must be at ${side} ${limit}`;
  return `must be ${side === 'least' ? 'more' : 'less'} than ${limit}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  url: 'must be a URL',
  date: 'must be a date as YYYY-MM-DD',
  datetime: 'must be an ISO 8601 date-time, such as 2026-02-28T12:00:00Z',
  ipv4: 'must be an IPv4 address',
  ipv6: 'must be an IPv6 address',
};
