/** What each header of our answers means: the `components.headers` of the OpenAPI document. */
export const headers = {
  'X-Request-Id': described('Id of the request; the log of the server has it too.', 'req_01kahy3v5rm0c2x7q8w4n6t9ze'),
  'X-Content-Type-Options': described('The content is what its type says.', 'nosniff'),
  'Cache-Control': described('Whether and how long the answer may be kept.', 'no-store'),
  Vary: described('Headers of the request that the answer depends on.', 'accept'),
  ETag: described('Version of what was answered, for `If-None-Match`.', '"Zm9vYmFyYmF6cXV4Zm9vYm"'),
  'WWW-Authenticate': described('How to prove who is calling.', 'Bearer'),
  'Accept-Encoding': described(
    'Ways in which a body may be compressed, where it was compressed in another.',
    'gzip, br',
  ),
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 }, example: 37 },
  'RateLimit-Policy': described(
    'The limit: `q` uses in any `w` seconds (IETF draft ratelimit-headers-10).',
    '"jobs";q=100;w=3600',
  ),
  RateLimit: described(
    'What is left of it: `r` uses; the oldest one comes back after `t` seconds.',
    '"jobs";r=99;t=3600',
  ),
  'Idempotent-Replayed': described('`true` when this is the first answer to the same `Idempotency-Key`.', 'true'),
  'X-Snapshot': described('Version of the data; send it back as `snapshot` for the other pages.', 'v1.3f9c'),
  'X-Accel-Buffering': described('Tells a proxy to pass the stream on as it comes.', 'no'),
  'Access-Control-Allow-Origin': described('Scripts of any site may read the answer.', '*'),
  'X-Vercel-Verify': described('Proof that the endpoint is ours, where Vercel asked for it.', 'b3e1…'),
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
