import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRecorder, type Drop, type PageRequest, type RecorderOptions } from '../src/index.ts';
import { startCollector, type Collector } from './collector.ts';

let collector: Collector;
let drops: Drop[];
beforeEach(async () => {
  collector = await startCollector();
  drops = [];
});
afterEach(() => collector.close());

function recorderWith(options: Partial<RecorderOptions> = {}) {
  const { endpoint } = collector;
  const settings = { endpoint, projectId: 'docs', ingestKey: 'dw_ingest_test', retryDelay: 1, linger: 5 };
  return createRecorder({ ...settings, onDrop: (drop) => drops.push(drop), ...options });
}

function view(path: string, headers: Record<string, string> = {}): PageRequest {
  const header = (name: string) => headers[name];
  return { method: 'GET', url: `https://docs.example${path}`, status: 200, header, address: '192.0.2.1' };
}

const paths = (events: { url?: string }[]) => events.map(({ url = '' }) => new URL(url).pathname);

describe('a recorder', () => {
  test('tells the server what it needs to know who was there, and no more', async () => {
    const recorder = recorderWith();
    const secret = 'do-not-send';
    const before = Date.now();
    recorder.record(
      view(`/guide?token=${secret}#part`, {
        'user-agent': 'Claude-User (claude-code/2.1)',
        accept: 'text/markdown, text/html',
        referer: 'https://example.org/',
        cookie: secret,
        authorization: secret,
        'sec-fetch-mode': 'cors',
        signature: 'sig1=:AA==:',
      }),
    );
    await recorder.flush();
    const [event] = collector.events;
    expect(event).toMatchObject({
      url: 'https://docs.example/guide',
      method: 'GET',
      status: 200,
      ip: '192.0.2.1',
      userAgent: 'Claude-User (claude-code/2.1)',
      accept: 'text/markdown, text/html',
      referrer: 'https://example.org/',
      headers: { 'sec-fetch-mode': 'cors', signature: 'sig1=:AA==:' },
      headersComplete: true,
    });
    expect(event!.timestamp).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(event)).not.toContain(secret);
    const [request] = collector.requests;
    expect(request).toMatchObject({
      url: '/v1/ingest/docs/events',
      headers: { authorization: 'Bearer dw_ingest_test' },
    });
  });

  test('sends by size at once and by time what is left', async () => {
    const recorder = recorderWith({ batchSize: 3 });
    for (const path of ['/1', '/2', '/3', '/4']) recorder.record(view(path));
    expect(paths(await collector.received(4))).toEqual(['/1', '/2', '/3', '/4']);
    expect(collector.requests.every(({ events }) => events.length <= 3)).toBe(true);
  });

  test('offers the same events again, with the same ids, until the server takes them', async () => {
    collector.answers.push({ status: 503 }, 'reset', { status: 429, headers: { 'retry-after': '0' } });
    const recorder = recorderWith();
    recorder.record(view('/guide'));
    await recorder.flush();
    expect(collector.requests).toHaveLength(4);
    expect(new Set(collector.requests.map(({ events }) => events[0]!.id)).size).toBe(1);
    expect(collector.events).toHaveLength(1);
    expect(drops).toEqual([]);
  });

  test('waits as long as the server asks', async () => {
    collector.answers.push({ status: 429, headers: { 'retry-after': '1' } });
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const recorder = recorderWith();
    recorder.record(view('/guide'));
    await recorder.flush();
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(1_000);
    timers.mockRestore();
    expect(collector.events).toHaveLength(1);
  });

  test('gives up in the end, counts what is lost, and goes on', async () => {
    collector.answers.push({ status: 500, body: 'broken' }, { status: 500 });
    const recorder = recorderWith({ maxAttempts: 2 });
    recorder.record(view('/lost'));
    await recorder.flush();
    expect(drops).toEqual([{ reason: 'undeliverable', events: 1, detail: 'HTTP 500 {}' }]);
    recorder.record(view('/found'));
    await recorder.flush();
    expect(paths(collector.events)).toEqual(['/found']);
    expect(recorder.counts).toEqual({ recorded: 2, dropped: { undeliverable: 1 } });
  });

  test('does not wait for a server that never answers', async () => {
    collector.answers.push('hang');
    const recorder = recorderWith({ attemptTimeout: 500 });
    recorder.record(view('/guide'));
    await recorder.flush();
    expect(collector.requests).toHaveLength(2);
    expect(collector.events).toHaveLength(1);
  });

  test('does not repeat what the server refuses', async () => {
    collector.answers.push({ status: 401, body: { error: 'unknown key' } });
    const recorder = recorderWith();
    recorder.record(view('/guide'));
    await recorder.flush();
    expect(collector.requests).toHaveLength(1);
    expect(drops).toEqual([{ reason: 'refused', events: 1, detail: 'HTTP 401 {"error":"unknown key"}' }]);
    expect(JSON.stringify(drops)).not.toContain('dw_ingest');
  });

  test('says which events the server rejected, one by one', async () => {
    collector.answers.push({ status: 202, body: { rejected: [{ index: 1, message: 'ip: not an address' }] } });
    const recorder = recorderWith();
    recorder.record(view('/a'));
    recorder.record(view('/b'));
    await recorder.flush();
    expect(drops).toEqual([{ reason: 'rejected', events: 1, detail: 'ip: not an address' }]);
  });

  test('holds no more than it is allowed to while the server is away', async () => {
    collector.answers.push('hang');
    const recorder = recorderWith({ batchSize: 1, maxQueue: 3, attemptTimeout: 50 });
    for (const path of ['/sent', '/1', '/2', '/3', '/4']) recorder.record(view(path));
    expect(recorder.counts.dropped).toEqual({ queue_full: 2 });
    await recorder.flush();
    expect(paths(collector.events)).toEqual(['/sent', '/1', '/2']);
  });

  test.each(['endpoint', 'projectId', 'ingestKey'] as const)('without %s records nothing and says so', async (name) => {
    const recorder = recorderWith({ [name]: undefined });
    recorder.record(view('/guide'));
    await recorder.flush();
    expect(drops).toEqual([
      { reason: 'misconfigured', events: 1, detail: `createRecorder needs ${name}: nothing is recorded` },
    ]);
    expect(collector.requests).toEqual([]);
  });

  test('lets no fault of a function that was passed in reach the page', async () => {
    const fail = (): never => {
      throw new Error('ours');
    };
    for (const options of [{ isPageView: fail }, { identify: fail }, { verifySignature: fail }, { onDrop: fail }]) {
      const recorder = recorderWith({ maxAttempts: 1, ...options });
      collector.answers.push({ status: 400 });
      recorder.record(view('/guide', { signature: 'sig1=:AA==:' }));
      await recorder.recordUntilSent(view('/guide', { signature: 'sig1=:AA==:' }));
      await recorder.flush();
      collector.answers.length = 0;
    }
    const recorder = recorderWith({ verifySignature: () => Promise.reject(new Error('later')) });
    recorder.record(view('/guide', { signature: 'sig1=:AA==:' }));
    await recorder.flush();
    expect(recorder.counts.dropped).toEqual({ failed: 1 });
  });

  test('passes on who the site says the reader is, and whose signature was verified', async () => {
    const recorder = recorderWith({
      identify: (page) => ({ userId: page.header('x-user') }),
      verifySignature: () => Promise.resolve('chatgpt.com'),
    });
    recorder.record(view('/guide', { 'x-user': 'u-1', signature: 'sig1=:AA==:' }));
    recorder.record(view('/unsigned'));
    await recorder.flush();
    const [unsigned, signed] = collector.events.sort((a, b) => Number('signedBy' in a) - Number('signedBy' in b));
    expect(signed).toMatchObject({ userId: 'u-1', signedBy: 'chatgpt.com' });
    expect(unsigned).not.toHaveProperty('signedBy');
    expect(unsigned).not.toHaveProperty('userId');
  });

  test('in a runtime that freezes, is done when the promise is, and batches requests that come together', async () => {
    const recorder = recorderWith({ linger: 10 });
    await Promise.all(['/1', '/2', '/3'].map((path) => recorder.recordUntilSent(view(path))));
    expect(paths(collector.events)).toEqual(['/1', '/2', '/3']);
    expect(collector.requests).toHaveLength(1);
  });

  test('in a runtime that freezes, does not pile up requests on a server that is away', async () => {
    collector.answers.push(...Array.from({ length: 20 }, () => 'hang' as const));
    const recorder = recorderWith({ batchSize: 1, attemptTimeout: 200, maxAttempts: 1 });
    const recorded = Array.from({ length: 20 }, (_, page) => recorder.recordUntilSent(view(`/${page}`)));
    await recorded.at(-1);
    expect(collector.requests.length).toBeLessThanOrEqual(4);
    await Promise.all(recorded);
    expect(recorder.counts).toEqual({ recorded: 20, dropped: { undeliverable: 20 } });
  });
});
