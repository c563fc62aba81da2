/**
 * What a claim costs where many workers wait and many work: `node bench/scale/claims.ts [--database postgres|sqlite --working 833
 * --waiting 1000 --projects 200 --history 200000 --connections 64]`. The queue's own statements over jobs at work, jobs that wait and
 * jobs that ended, spread over projects: first one claim after the other, then as many at once as there are connections, then where nothing
 * is left to claim. Processor time of the database's processes and of this one, in milliseconds for each claim.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createAgentFixture, leaseMilliseconds } from '../../src/agent/agent.fixture.ts';
import { createJobQueue } from '../../src/agent/jobs/job-queue.ts';
import { openDatabaseOfScale } from './open-database-of-scale.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: 'postgres' },
    working: { type: 'string', default: '833' },
    waiting: { type: 'string', default: '1000' },
    projects: { type: 'string', default: '200' },
    history: { type: 'string', default: '200000' },
    connections: { type: 'string', default: '64' },
  },
});
const [working, waiting, projects, history] = [values.working, values.waiting, values.projects, values.history].map(
  Number,
) as [number, number, number, number];
const oneByOne = Math.min(50, Math.floor(waiting / 2));
const emptyClaims = 50;

const database = await openDatabaseOfScale(values.database, Number(values.connections));
const fixture = await createAgentFixture(database.open);
const { db, clock } = fixture;
const ids = [fixture.projectId];
while (ids.length < projects) ids.push(await fixture.addProject(`project ${ids.length}`));
await addJobs('ended', history);
await addJobs('working', working);
await addJobs('waiting', waiting);
if (values.database === 'postgres') await sql`vacuum analyze`.execute(db);

const queues = Array.from({ length: 1000 }, (_, worker) =>
  createJobQueue({ ...fixture, owner: `worker ${worker}`, leaseMilliseconds }),
);
const claimed = new Set<string>();
let none = 0;
const claim = async (index: number): Promise<void> => {
  const got = await queues[index % queues.length]?.claim();
  if (got === undefined) none += 1;
  else if (claimed.has(got.job.id)) throw new Error(`${got.job.id} was claimed twice`);
  else claimed.add(got.job.id);
};

const rows: Record<string, Record<string, number>> = {};
rows['one after the other'] = await measure(oneByOne, async () => {
  for (let index = 0; index < oneByOne; index += 1) await claim(index);
});
const left = waiting - oneByOne;
rows[`all at once, ${values.connections} connections`] = await measure(left, async () => {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < left) await claim(next++);
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, lane));
});
while (claimed.size < waiting) await claim(0);
none = 0;
rows['nothing to claim'] = await measure(emptyClaims, async () => {
  for (let index = 0; index < emptyClaims; index += 1) await claim(index);
});
console.table(rows);
console.log(`load ${loadavg()[0]?.toFixed(1)}; ${JSON.stringify(values)}`);
await fixture.close();
await database.close();

async function measure(claims: number, work: () => Promise<void>): Promise<Record<string, number>> {
  none = 0;
  const before = { own: process.cpuUsage(), database: database.processorSeconds(), at: performance.now() };
  await work();
  const { user, system } = process.cpuUsage(before.own);
  const each = (milliseconds: number) => Math.round((milliseconds / claims) * 100) / 100;
  return {
    claims,
    'got none': none,
    'database ms': each((database.processorSeconds() - before.database) * 1000),
    'process ms': each((user + system) / 1000),
    'wall ms': each(performance.now() - before.at),
  };
}

/** Copies of one accepted job, each of another project in turn. */
async function addJobs(kind: 'ended' | 'working' | 'waiting', count: number): Promise<void> {
  const { job } = await fixture.accept({ jobsPerHour: 1e9 });
  const atOnce = 500;
  const model = await db.selectFrom('jobs').selectAll().where('id', '=', job.id).executeTakeFirstOrThrow();
  await db.deleteFrom('jobs').where('id', '=', job.id).execute();
  const now = clock.now();
  const fields = {
    ended: { status: 'completed', started_at: now - 1 },
    working: { status: 'active', started_at: now, lease_owner: 'somebody', lease_until: now + leaseMilliseconds },
    waiting: {},
  }[kind];
  for (let from = 0; from < count; from += atOnce) {
    const part = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => ({
      ...model,
      ...fields,
      id: `job_${kind}_${String(from + index).padStart(9, '0')}`,
      project_id: ids[(from + index) % projects] ?? fixture.projectId,
    }));
    await db.insertInto('jobs').values(part).execute();
  }
}
