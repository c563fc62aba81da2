// Bodies that are small on the wire, or few, and want all of the server: none may hold its event loop or its memory.
import { createHmac, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWatchedServer, type WatchedServer } from './start-watched-server.ts';
import { expectHealthy } from './watch-health.ts';

const mebibyte = 1024 * 1024;
const drainSecret = 'signs the drain';

/** What a server does with each body but those of these names. */
export function describeHostileViews(leftOut: readonly string[] = []): void {
  let server: WatchedServer;
  let projectId: string;
  let key: string;
  beforeAll(async () => {
    server = await startWatchedServer();
    ({ projectId } = await server.addProject('docs', { 'index.md': '# Docs\n' }));
    key = await server.administer(async ({ projects }) => {
      const analytics = {
        humanSource: 'server',
        sites: ['https://docs.example'],
        saltLife: 'day',
        collectSecondsPerMinute: 60,
      };
      await projects.update(projectId, { settings: { analytics } }, 'test');
      await projects.setSecret(projectId, 'drain:vercel', drainSecret, 'test');
      const scopes = ['ingest', 'agent:write'] as const;
      return (await projects.keys.create(projectId, { name: 'i', scopes: [...scopes] }, 'test')).key;
    });
    // What a server does once, such as opening its store, is not what is measured.
    await send('events', JSON.stringify([event(0)]));
  });
  afterAll(async () => {
    await server.stop();
  });

  const event = (index: number) => ({
    id: `event-${index}`,
    timestamp: Date.now() - 1000,
    path: `/page-${index % 100}`,
    ip: '203.0.113.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const vercelEntry = (userAgent: unknown) => ({
    id: '1',
    proxy: { timestamp: Date.now() - 1000, path: '/', statusCode: 200, clientIp: '203.0.113.1', userAgent },
  });

  async function send(to: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
    const paths: Record<string, string> = { collect: '/v1/collect', job: `/v2/agent/${projectId}/job` };
    const path = paths[to] ?? `/v1/ingest/${projectId}/${to}`;
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        origin: 'https://docs.example',
        ...headers,
      },
      body: new Uint8Array(Buffer.from(body)),
    });
    // Read, so that the answer is over when the next one is asked for.
    return new Response(await response.text(), response);
  }
  const gzipped = { 'content-encoding': 'gzip' };
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const manyKeys = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"key${index}":${index}`).join()}}`;
  /** What Firehose sends, with logs of so many blank lines. */
  const envelope = (logs: readonly number[]) =>
    JSON.stringify({
      requestId: '1',
      records: logs.map((lines) => ({ data: Buffer.alloc(lines, 10).toString('base64') })),
    });
  const upTo = (bytes: number, piece: string) => piece.repeat(Math.floor(bytes / piece.length));

  /** What is sent, where, and what may be answered. */
  const bombs: [
    what: string,
    to: string,
    body: () => string | Buffer,
    headers: Record<string, string>,
    statuses: number[],
  ][] = [
    ['two million elements in four kilobytes', 'events', () => gzipSync(`[${'0,'.repeat(2e6)}0]`), gzipped, [413]],
    [
      'ten gigabytes of nothing, as far as they fit',
      'events',
      () => gzipSync(Buffer.alloc(64 * mebibyte)),
      gzipped,
      [413],
    ],
    ['an inflation of a thousand to one', 'events', () => gzipSync(Buffer.alloc(5 * mebibyte, ' ')), gzipped, [413]],
    ['arrays in arrays', 'events', () => `[${nested(5 * mebibyte - 2)}]`, {}, [202]],
    ['an array that never ends', 'events', () => '['.repeat(10 * mebibyte), {}, [202]],
    ['a string of ten megabytes', 'events', () => JSON.stringify(['x'.repeat(10 * mebibyte - 4)]), {}, [202]],
    ['a string of quotes', 'events', () => `["${upTo(10 * mebibyte - 4, String.raw`\"`)}"]`, {}, [202]],
    ['many keys', 'events', () => `[${manyKeys(400_000)}]`, {}, [202]],
    [
      'many events of many keys',
      'events',
      () => `[${upTo(10 * mebibyte - 300_000, `${manyKeys(3_500)},`)}0]`,
      {},
      [202],
    ],
    ['blank lines', 'events', () => '\n'.repeat(10 * mebibyte), {}, [202]],
    ['ten megabytes of lines that are no events', 'events', () => '{}\n'.repeat(3e6), {}, [413]],
    ['long lines', 'events', () => `${'x'.repeat(mebibyte)}\n`.repeat(9), {}, [202]],
    ['an object that is none', 'events', () => `{${'~'.repeat(10 * mebibyte - 1)}`, {}, [202]],
    ['no UTF-8', 'events', () => Buffer.alloc(10 * mebibyte, 0xff), {}, [202]],
    [
      'ten thousand events that are as long as they may be',
      'events',
      () =>
        JSON.stringify(
          Array.from({ length: 9_000 }, (_, index) => ({ ...event(index), path: `/${'p/'.repeat(400)}${index}` })),
        ),
      {},
      [202],
    ],
    [
      'ten thousand times',
      'events',
      () =>
        JSON.stringify(
          Array.from({ length: 10_000 }, (_, day) => ({ ...event(day), timestamp: Math.round(day * 8.65e11) })),
        ),
      {},
      [202],
    ],
    ['a drain of lines that are no records', 'drain/cloudflare', () => '{}\n'.repeat(3e6), {}, [413]],
    ['a drain of Apache lines', 'drain/fastly', () => 'x\n'.repeat(5e6), {}, [413]],
    [
      'a drain of arrays in arrays',
      'drain/vercel',
      () => `[${JSON.stringify(vercelEntry('AGENT')).replace('"AGENT"', nested(100_000))}]`,
      {},
      [202],
    ],
    [
      'an envelope of two million records',
      'drain/cloudfront',
      () => gzipSync(`{"requestId":"1","records":[${'{},'.repeat(2e6)}{}]}`),
      gzipped,
      [413],
    ],
    ['an envelope of many keys', 'drain/cloudfront', () => `{${'"a":1,'.repeat(1.6e6)}"records":[]}`, {}, [202]],
    ['an envelope of one long log', 'drain/cloudfront', () => envelope([7 * mebibyte]), {}, [200]],
    [
      'an envelope of logs of blank lines',
      'drain/cloudfront',
      () => envelope(Array.from({ length: 7 }, () => 1_000 * 1024)),
      {},
      [413],
    ],
    [
      'an envelope of which the records come last',
      'drain/cloudfront',
      () => `{"a":"${'x'.repeat(10 * mebibyte - 100)}","records":[],"requestId":"1"}`,
      {},
      [200],
    ],
    ['a beacon of 32 kilobytes', 'collect', () => nested(16 * 1024), {}, [400]],
    ['a beacon of many keys', 'collect', () => manyKeys(2_000), {}, [400]],
    ['a job of many keys', 'job', () => manyKeys(35_000), {}, [400]],
    ['a job of arrays in arrays', 'job', () => `{"prompt":${nested(300_000)}}`, {}, [400]],
    ['a job that inflates', 'job', () => gzipSync(Buffer.alloc(64 * mebibyte)), gzipped, [413]],
    ['a beacon that inflates', 'collect', () => gzipSync(Buffer.alloc(mebibyte)), gzipped, [413]],
  ];

  it('answers a plain beacon without the framework', async () => {
    const beacon = { project: projectId, id: '0'.repeat(32), url: 'https://docs.example/', hints: [] };
    const answer = await send('collect', JSON.stringify(beacon));
    // The framework would not know that the answer is empty before it is sent.
    expect([answer.status, answer.headers.get('content-length')]).toEqual([202, '0']);
  });

  it.each(bombs.filter(([what]) => !leftOut.includes(what)))('stands %s', async (what, to, body, headers, statuses) => {
    const bytes = body();
    const answers: Response[] = [];
    const health = await server.watch(async () => {
      answers.push(...(await Promise.all([1, 2].map(() => send(to, bytes, headers)))));
    });
    expect(statuses, await answers[0]?.text()).toContain(answers[0]?.status);
    expectHealthy(health, what);
  });

  it('stands many large bodies at once, each in its turn', async () => {
    const referrer = () => `https://a.example/${randomBytes(350).toString('base64url')}`;
    const lines = Array.from({ length: 9_000 }, (_, index) =>
      JSON.stringify({ ...event(index), referrer: referrer() }),
    );
    const body = gzipSync(lines.join('\n'));
    const type = { ...gzipped, 'content-type': 'application/x-ndjson' };
    const statuses: number[] = [];
    const health = await server.watch(async () => {
      const sent = Array.from({ length: 12 }, () => send('events', body, type));
      for (const { status } of await Promise.all(sent)) statuses.push(status);
    });
    expect(new Set(statuses)).toEqual(new Set([202]));
    expectHealthy(health, 'twelve bodies of six megabytes');
  });

  it('lets a key cost no more processor time than its project allows, and keeps the others served', async () => {
    const createKey = (collectSecondsPerMinute: number) =>
      server.administer(async ({ projects }) => {
        await projects.update(projectId, { settings: { analytics: { collectSecondsPerMinute } } }, 'test');
        return (await projects.keys.create(projectId, { name: 'greedy', kind: 'ingest' }, 'test')).key;
      });
    const modest = await createKey(1);
    // The same views each time: they cost their reading, and what is kept does not grow with the speed of the machine.
    const body = JSON.stringify(Array.from({ length: 4_000 }, (_, index) => event(index)));
    const sendAs = (sender: string, what: string) => send('events', what, { authorization: `Bearer ${sender}` });
    let greedy = '';
    let refused: Response | undefined;
    const health = await server.watch(async () => {
      greedy = await createKey(1);
      refused = undefined;
      // About ninety bodies on the machine this was written on; a faster one, or the turn of a minute, takes more.
      for (let attempt = 0; attempt < 1_000 && refused === undefined; attempt += 1) {
        const answer = await sendAs(greedy, body);
        if (answer.status === 429) refused = answer;
      }
    });
    expect(await refused?.json()).toMatchObject({ type: '/problems/rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect((await sendAs(greedy, '[]')).status).toBe(429);
    expect((await sendAs(modest, JSON.stringify([event(0)]))).status).toBe(202);
    expectHealthy(health, 'a greedy key');
  });

  it('decompresses nothing for a stranger', async () => {
    const body = gzipSync(Buffer.alloc(9 * mebibyte));
    const stranger = { ...gzipped, authorization: 'Bearer none' };
    const health = await server.watch(async () => {
      for (const format of ['cloudflare', 'vercel']) {
        for (let attempt = 0; attempt < 20; attempt += 1) {
          expect((await send(`drain/${format}`, body, stranger)).status).toBe(401);
        }
      }
      const wrong = createHmac('sha1', 'another').update(body).digest('hex');
      expect((await send('drain/vercel', body, { ...stranger, 'x-vercel-signature': wrong })).status).toBe(401);
    });
    expectHealthy(health, 'forty drains without a key');
  });
}
