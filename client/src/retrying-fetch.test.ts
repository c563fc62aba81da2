import { expect, it } from 'vitest';
import { ConnectionFailed } from './errors.ts';
import { createRetryingFetch } from './retrying-fetch.ts';

type Answer = { status: number; retryAfter?: string } | Error;

/** Answers in order, and notes what was asked and how long was waited. */
function scripted(answers: Answer[]) {
  const waits: number[] = [];
  const bodies: string[] = [];
  const fetch = createRetryingFetch({
    retries: 2,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    fetch: async (request) => {
      bodies.push(await request.text());
      const next = answers.shift() ?? new Error('asked too often');
      if (next instanceof Error) throw next;
      const headers = next.retryAfter === undefined ? {} : { 'retry-after': next.retryAfter };
      return new Response('answer', { status: next.status, headers });
    },
  });
  return { fetch, waits, bodies };
}

const url = 'http://docwright.test/job';
const create = () => new Request(url, { method: 'POST', body: 'prompt', headers: { 'idempotency-key': '1' } });

it('sends a reading request again, and waits as long as it is told to', async () => {
  const { fetch, waits } = scripted([new Error('reset'), { status: 429, retryAfter: '7' }, { status: 200 }]);
  expect((await fetch(new Request(url))).status).toBe(200);
  expect(waits).toEqual([500, 7000]);
});

it('sends a writing request again only with an idempotency key, body included', async () => {
  const withKey = scripted([{ status: 503 }, { status: 201 }]);
  expect((await withKey.fetch(create())).status).toBe(201);
  expect(withKey.bodies).toEqual(['prompt', 'prompt']);
  const without = scripted([{ status: 503 }, { status: 201 }]);
  expect((await without.fetch(new Request(url, { method: 'POST', body: 'prompt' }))).status).toBe(503);
});

it('gives up in the end, and at once when the wait would be long', async () => {
  const broken = scripted([new Error('a'), new Error('b'), new Error('c')]);
  await expect(broken.fetch(new Request(url))).rejects.toThrow(ConnectionFailed);
  const refused = scripted([{ status: 429, retryAfter: '3600' }]);
  expect((await refused.fetch(new Request(url))).status).toBe(429);
});

it('ends with the reason of the signal', async () => {
  const { fetch } = scripted([new Error('reset')]);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(fetch(new Request(url, { signal }))).rejects.toThrow('enough');
});
