import { expect, it } from 'vitest';
import { createDocwrightClient } from './index.ts';

it('a job without changes has an empty diff', async () => {
  const client = createDocwrightClient({
    apiKey: 'a key',
    baseUrl: 'http://localhost',
    fetch: () =>
      Promise.resolve(new Response('', { headers: { 'content-type': 'text/x-diff', 'content-length': '0' } })),
  });
  expect(await client.jobDiff({ projectId: 'proj_1', id: 'job_1' })).toBe('');
});
