import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { Hono } from 'hono';
import { addTrackerRoutes } from './tracker-routes.ts';

const app = new Hono();
let script: string;
beforeAll(async () => {
  addTrackerRoutes(app);
  script = await readFile(new URL('../../../edge/t.js', import.meta.url), 'utf8');
});

const get = async (headers: Record<string, string>) => app.request('/t.js', { headers });

describe('GET /t.js', () => {
  test('is the built tracker, as JavaScript that every site may load and cache', async () => {
    const response = await get({});
    expect(await response.text()).toBe(script);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'Accept-Encoding',
    });
  });

  test('is compressed for who accepts it', async () => {
    const response = await get({ 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(script);
  });

  test.each(['', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'xgzip'])(
    'is plain for Accept-Encoding "%s"',
    async (accepts) => {
      const response = await get({ 'accept-encoding': accepts });
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(await response.text()).toBe(script);
    },
  );

  test('is not sent again to who has it', async () => {
    const etag = (await get({})).headers.get('etag')!;
    const response = await get({ 'if-none-match': `"older", ${etag}` });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect((await get({ 'if-none-match': '"older"' })).status).toBe(200);
  });
});
