/** What each header of our answers means: the `components.headers` of the OpenAPI document. */
export const headers = {
  'X-Request-Id': described("Request ID, also in the server's log.", 'req_01kahy3v5rm0c2x7q8w4n6t9ze'),
  'X-Content-Type-Options': described('Disables content type sniffing.', 'nosniff'),
  'Cache-Control': described('Whether and how long the response may be cached.', 'no-store'),
  Vary: described('Request headers that the response depends on.', 'accept'),
  ETag: described('Version of the response, for `If-None-Match`.', '"Zm9vYmFyYmF6cXV4Zm9vYm"'),
  'WWW-Authenticate': described('How to authenticate.', 'Bearer'),
  'Accept-Encoding': described('Supported content encodings, sent when another was used.', 'gzip, br'),
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
    example: 37,
  },
  'RateLimit-Policy': described(
    'The limit: `q` uses in any `w` seconds (IETF draft ratelimit-headers-10).',
    '"jobs";q=100;w=3600',
  ),
  RateLimit: described(
    'What remains of the limit: `r` uses, with the next one returning after `t` seconds.',
    '"jobs";r=99;t=3600',
  ),
  'Idempotent-Replayed': described(
    '`true` if this response repeats the first response to the same `Idempotency-Key`.',
    'true',
  ),
  'X-Snapshot': described('Version of the data. Send it as `snapshot` to get the other pages.', 'v1.3f9c'),
  'X-Accel-Buffering': described('Tells a proxy not to buffer the stream.', 'no'),
  'Access-Control-Allow-Origin': described('Scripts from any origin may read the response.', '*'),
  'X-Vercel-Verify': described('Proof of endpoint ownership for Vercel.', 'b3e1…'),
} as const;

export type HeaderName = keyof typeof headers;

function described(description: string, example: string) {
  return { description, schema: { type: 'string' }, example } as const;
}

/** The `headers` of one answer of an OpenAPI route: references to what is said once of all answers. */
export function describeHeaders(...names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The answers of an operation, each with these headers as well. */
export function withHeaders<Answers extends object>(answers: Answers, ...names: readonly HeaderName[]): Answers {
  const added = describeHeaders(...names);
  const entries = Object.entries(answers).map(([status, answer]: [string, { headers?: object }]) => [
    status,
    { ...answer, headers: { ...added, ...answer.headers } },
  ]);
  return Object.fromEntries(entries) as Answers;
}
