import { InvalidRequest } from './errors.ts';

/** Characters of a name in a path: more than any of ours has. */
const longestName = 2_000;

/**
 * Refuses an address that is no text, before anything reads it: a byte would be taken for the text of its own escape, and
 * databases differ in whether they store a NUL. Throws InvalidRequest.
 */
export function requireReadableAddress(url: string): void {
  const [path = '', query = ''] = url.split('?', 2);
  const faults = Object.entries({ path, query }).flatMap(([field, text]) => {
    const message = faultOf(text);
    return message === undefined ? [] : [{ field, message }];
  });
  if (faults.length > 0) throw new InvalidRequest(faults);
  if (path.split('/').some((name) => name.length > longestName))
    throw new InvalidRequest([{ field: 'path', message: `must have at most ${longestName} characters in each part` }]);
}

function faultOf(text: string): string | undefined {
  try {
    return decodeURIComponent(text).includes('\0') ? 'must not contain NUL' : undefined;
  } catch {
    return 'is not valid UTF-8, percent-encoded';
  }
}
