import { UnsupportedContentType } from './errors.ts';

/** Throws UnsupportedContentType for another type than these, and for text in another encoding than UTF-8. */
export function requireMediaType(received: string | undefined, expected: readonly string[]): void {
  const [type = '', ...parameters] = (received ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.replace(/^charset="?|"$/g, '');
  const isUtf8 = charset === undefined || ['utf-8', 'utf8', 'us-ascii'].includes(charset);
  if (!expected.includes(type) || !isUtf8) throw new UnsupportedContentType(received, expected);
}
