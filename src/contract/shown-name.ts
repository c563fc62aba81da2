import { z } from '@hono/zod-openapi';

/** What people call something. It stands in lists, in mail and on terminals, so it is one line of text that can be seen. */
export const shownName = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(isOneLine, 'must be one line of text, without control characters')
    .refine((text) => text === '' || /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'must contain a letter, digit or symbol');

/** No control character, of which PostgreSQL refuses U+0000; no half of a surrogate pair; nothing that turns a line round. */
function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);
}
