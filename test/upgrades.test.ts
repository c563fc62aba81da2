import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planUpgrade } from '../src/plan-upgrade.ts';
import { serve } from '../src/serve.ts';
import { temporaryFolder } from './git-fixture.ts';

/** What `upgrades/make-fixture.ts` wrote down before it killed the older version. */
interface Expected {
  readonly projectId: string;
  readonly key: string;
  readonly jobs: readonly string[];
  readonly views: number;
}

const docwright = join(import.meta.dirname, '../docwright');
const fixtures = join(import.meta.dirname, 'upgrades');
const ended = /^(?:completed|failed|archived)$/;
let folder: { readonly path: string; readonly remove: () => void };

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const archives = readdirSync(fixtures).filter((name) => name.endsWith('.tar.gz'));

function unpack(archive: string): { data: string; expected: Expected } {
  const data = join(folder.path, 'data');
  mkdirSync(data, { mode: 0o700 });
  execFileSync('tar', ['-xzf', join(fixtures, archive), '-C', data]);
  return { data, expected: JSON.parse(readFileSync(join(data, 'expected.json'), 'utf8')) as Expected };
}

it('tells by its exit code whether there is something to do', { timeout: 120_000 }, () => {
  const { data } = unpack('c1d8b94.tar.gz');
  const run = (...args: string[]) => {
    const env = { PATH: process.env['PATH'], DOCWRIGHT_DATA_DIR: data };
    const { status, stdout } = spawnSync(docwright, ['upgrade', ...args], { env, encoding: 'utf8' });
    return { status, stdout };
  };
  const check = run('--check', '--json');
  expect(check.status).toBe(6);
  expect(JSON.parse(check.stdout)).toMatchObject({
    due: true,
    databases: [{ file: 'docwright.sqlite' }, { file: 'visits.sqlite' }],
  });
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('done: 0006-typed-notes') as string });
  expect(run('--check')).toMatchObject({ status: 0, stdout: expect.not.stringContaining('to do') as string });
});

describe.each(archives)('a data directory of %s that was killed in the middle of everything', (archive) => {
  it('is told what will be done to it, opens, and goes on', { timeout: 120_000 }, async () => {
    const { data, expected } = unpack(archive);
    const digest = () =>
      ['docwright.sqlite', 'visits.sqlite'].map((name) =>
        createHash('sha256')
          .update(readFileSync(join(data, name)))
          .digest('hex'),
      );

    const before = digest();
    const { databases } = await planUpgrade({ dataDir: data, postgres: undefined });
    expect(databases.map(({ file }) => file)).toEqual(['docwright.sqlite', 'visits.sqlite']);
    expect(digest()).toEqual(before);

    const server = await serve({
      DOCWRIGHT_DATA_DIR: data,
      DOCWRIGHT_LOG_LEVEL: 'error',
      DOCWRIGHT_PORT: '0',
      DOCWRIGHT_SCRIPTED_TRANSCRIPT: fixtures,
    });
    try {
      expect(await planUpgrade({ dataDir: data, postgres: undefined })).toMatchObject({
        due: false,
        estimatedSeconds: 0,
      });
      const read = async (path: string): Promise<unknown> => {
        const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${expected.key}` } });
        expect(response.status).toBe(200);
        return response.json();
      };
      const { totals } = (await read(`/v1/analytics/${expected.projectId}/views`)) as { totals: { total: number } };
      // Those that were cut may have been stored without an answer.
      expect(totals.total).toBeGreaterThanOrEqual(expected.views);
      expect(totals.total).toBeLessThanOrEqual(expected.views + 8);
      for (const id of expected.jobs) {
        const job = async () =>
          (await read(`/v2/agent/${expected.projectId}/job/${id}`)) as {
            status: string;
            usage: { modelCalls: number };
          };
        while (!ended.test((await job()).status)) await delay(100);
        // Three turns, and none of them is paid for twice.
        expect(await job()).toMatchObject({ status: 'completed', usage: { modelCalls: 3 } });
      }
    } finally {
      await server.stop();
    }
  });
});
