import { parseAccept } from 'hono/utils/accept';

/** Whether a program asks for JSON where a person would get a page: by a higher preference, or by its name where none is. */
export function prefersJson(accept: string | undefined): boolean {
  const [json, page] = [preferenceFor('application/json', accept), preferenceFor('text/html', accept)];
  const named = parseAccept(accept ?? '').map(({ type }) => type.toLowerCase());
  return json > page || (json === page && named.includes('application/json') && !named.includes('text/html'));
}

/**
 * How much a caller wants a media type, from 0 (not at all) to 1, by its `Accept` header: RFC 9110, 12.5.1. The most
 * specific range decides, so that `text/*, text/csv;q=0` refuses CSV. Without the header everything is wanted.
 */
export function preferenceFor(mediaType: string, accept: string | undefined): number {
  const ranges = parseAccept(accept ?? '');
  if (ranges.length === 0) return 1;
  const fitting = [mediaType, `${mediaType.split('/')[0] ?? ''}/*`, '*/*'];
  for (const range of fitting) {
    const acceptedRange = ranges.find(({ type }) => type.toLowerCase() === range);
    if (acceptedRange !== undefined) return acceptedRange.q;
  }
  return 0;
}
