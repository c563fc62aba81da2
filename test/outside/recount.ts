/**
 * Imports access logs with the command line and has `recount.py`, which shares nothing with us but the documentation, count the same
 * files: visitors, views, every page, every country and every missing page must agree.
 *
 *   node test/outside/recount.ts                 the logs of real servers in test/fixtures/logs
 *   node test/outside/recount.ts access.log.gz   others, each for itself
 *
 * Ends with 1 when any number differs. Needs python3, of which it uses the standard library only.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createDocwrightClient } from '../../client/src/index.ts';
import { startRunningServer } from '../running-server.ts';

const run = promisify(execFile);
const fixtures = join(import.meta.dirname, '../fixtures/logs');
const given = process.argv.slice(2).map((file) => resolve(file));
const logs =
  given.length > 0
    ? given
    : readdirSync(fixtures)
        .filter(isLog)
        .map((name) => join(fixtures, name));

function isLog(name: string): boolean {
  return /\.(?:log|jsonl)$/.test(name);
}

type Counts = Readonly<Record<'human' | 'ai' | 'total' | 'views', number>>;
interface Recount {
  readonly totals: Counts;
  readonly pages: Readonly<Record<string, Counts>>;
  readonly countries: Readonly<Record<string, Counts>>;
  readonly missing: Readonly<Record<string, Counts>>;
}

const python = await run('python3', ['--version']).catch(() => undefined);
if (python === undefined) {
  console.log('Nothing was recounted: python3 is not on this machine.');
  process.exit(0);
}
const server = await startRunningServer({}, { workers: 0 });
const differences: string[] = [];
try {
  for (const log of logs) {
    const { projectId, apiKey } = await server.administer(async ({ projects }) => {
      const analytics = { identity: 'network', retentionMonths: 240, readsPerMinute: 1_000_000 } as const;
      const { repositoryUrl } = await projects.require(server.projectId);
      const { id } = await projects.create({ name: log.slice(-100), repositoryUrl, settings: { analytics } }, 'test');
      return { projectId: id, apiKey: (await projects.keys.create(id, { name: 'recount' }, 'test')).key };
    });
    const environment = { ...process.env, DOCWRIGHT_DATA_DIR: server.dataDirectory, DOCWRIGHT_LOG_LEVEL: 'error' };
    await run(join(import.meta.dirname, '../../docwright'), ['import', projectId, log], { env: environment });
    const client = createDocwrightClient({ baseUrl: server.url, apiKey });
    const ours = await countsOf(client, projectId);
    const script = join(import.meta.dirname, 'recount.py');
    const { stdout } = await run('python3', [script, log], { maxBuffer: 1e9 });
    const theirs = JSON.parse(stdout) as Recount;
    const found = compare(ours, theirs);
    const { total, human, ai, views } = theirs.totals;
    const sizes = (['pages', 'countries', 'missing'] as const).map(
      (part) => `${Object.keys(theirs[part]).length} ${part}`,
    );
    const told = `${total} visitors (${human} people, ${ai} AI), ${views} views, ${sizes.join(', ')}`;
    console.log(`${basename(log)}: ${told}: ${found.length === 0 ? 'the same' : `${found.length} differences`}`);
    for (const difference of found.slice(0, 40)) console.log(`  ${difference}`);
    differences.push(...found);
  }
} finally {
  await server.stop();
}
process.exitCode = differences.length === 0 ? 0 : 1;

async function countsOf(client: ReturnType<typeof createDocwrightClient>, projectId: string): Promise<Recount> {
  const { totals } = await client.visitors({ projectId, limit: 1 });
  const views = await client.views({ projectId, limit: 1 });
  const viewsOf = new Map((await Array.fromAsync(client.allViews({ projectId }))).map((row) => [row.path, row.total]));
  const countries = await client.breakdown({ projectId, dimension: 'country', limit: 250 });
  return {
    totals: { ...totals, views: views.totals.total },
    pages: byName(await Array.fromAsync(client.allVisitors({ projectId })), (row) => [row.path, viewsOf.get(row.path)]),
    countries: byName(countries.rows, (row) => [row.value, undefined]),
    missing: byName(await Array.fromAsync(client.allMissing({ projectId })), (row) => [row.path, undefined]),
  };
}

/** By name; views where they are known of each. */
function byName<Row extends Omit<Counts, 'views'>>(
  rows: readonly Row[],
  nameOf: (row: Row) => readonly [string, number | undefined],
): Record<string, Counts> {
  return Object.fromEntries(
    rows.map((row) => {
      const [name, views = NaN] = nameOf(row);
      return [name, { human: row.human, ai: row.ai, total: row.total, views }];
    }),
  );
}

function compare(ours: Recount, theirs: Recount): string[] {
  const parts = ['pages', 'countries', 'missing'] as const;
  const rows = [
    ['all', ours.totals, theirs.totals] as const,
    ...parts.flatMap((part) =>
      [...new Set([...Object.keys(ours[part]), ...Object.keys(theirs[part])])].map(
        (name) => [`${part} ${JSON.stringify(name)}`, ours[part][name], theirs[part][name]] as const,
      ),
    ),
  ];
  return rows.flatMap(([name, one, other]) => {
    const told = (counts: Counts | undefined) =>
      counts === undefined ? 'nothing' : `${counts.human} people, ${counts.ai} AI, ${counts.total} together`;
    const isSame = told(one) === told(other) && (one === undefined || isNaN(one.views) || one.views === other?.views);
    return isSame
      ? []
      : [`${name}: ${told(one)}, ${one?.views ?? 0} views; recounted ${told(other)}, ${other?.views ?? 0} views`];
  });
}
