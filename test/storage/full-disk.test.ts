import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runOnOwnDisk, whyNoOwnDisk } from './own-disk.ts';

const full = { code: 503, retryAfter: '30', body: { type: '/problems/storage_full' } };
const readable = (views: number) => ({ code: 200, body: { totals: { total: views } } });
const ready = { code: 200, body: { status: 'ready', checks: { database: 'ok', storage: 'ok' } } };

it(
  'refuses to write and goes on to read while the disk is full, and loses nothing',
  { timeout: 120_000 },
  async ({ skip }) => {
    const reason = await whyNoOwnDisk();
    if (reason !== undefined) skip(reason);
    const said = await runOnOwnDisk([process.execPath, join(import.meta.dirname, 'full-disk.ts')], { size: '128m' });
    const told = JSON.parse(said) as Record<string, unknown>;
    expect(told).toMatchObject({
      accepted: { code: 202 },
      full: { ingest: full, newJob: full, read: readable(100), metrics: '0' },
      jobWhileFull: { status: 'active', usage: { modelCalls: 0 } },
      // Paid for once each, the one that could not be stored at first among them.
      asked: [0, 1],
      askedOverStop: [0, 1],
      endedAfterStop: { status: 'completed', usage: { modelCalls: 2 } },
      ended: { status: 'completed', failure: null, usage: { modelCalls: 2 }, prLink: expect.any(String) as string },
      again: { ingest: { code: 202, body: { accepted: 100 } }, ready, read: readable(200) },
    });
    expect(told).toMatchObject({
      full: { ready: { code: 503, body: { checks: { database: 'ok', storage: 'failing' } } } },
      startedFull: { read: readable(200), ingest: full, ready: { code: 503 } },
      waiting: { alive: { code: 200 }, ready: { code: 503, body: { checks: { storage: 'failing' } } }, read: full },
      afterStart: { ready, read: readable(200) },
    });
  },
);
