/**
 * `npm run cluster [-- --jobs 500 --apis 3 --workers 3 --every 2 --seed 1]`: processes of two roles over one PostgreSQL, each in a network of
 * its own, of which every two seconds one is killed, stopped and started anew, held and let go, or cut off, for seconds or for longer than a
 * lease; or PostgreSQL itself crashes and comes back, while jobs are
 * ordered from whichever process answers. Every job must end, with one branch and one pull request, its events in order and none twice,
 * no project may have more jobs than its limit, and nobody may wait longer than 45 seconds for another worker to take over. Ends with 1 where
 * anything was not so. Without the right to make networks (root on Linux) no link is cut, and it says so.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { serveModel } from '../crash/model-server.ts';
import {
  centralAddress,
  isInNetworkApart,
  makeMemberNetwork,
  memberAddresses,
  type MemberNetwork,
} from './member-network.ts';
import { freePort } from '../free-port.ts';
import { createOrderedJobs, turnsOfOrderedJob } from './ordered-jobs.ts';
import { prepareData } from './prepared-data.ts';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '500' },
    apis: { type: 'string', default: '3' },
    workers: { type: 'string', default: '3' },
    every: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
const wanted = Number(values.jobs);
const everyMs = Number(values.every) * 1_000;
const heldMs = 6_000;
/** Of which 30 seconds are for what is under way. */
const endWithinMs = 60_000;
/** Longer than a lease, which is 30 seconds. */
const longCutMs = 40_000;
const jobsPerHour = [25, 100_000, 100_000, 100_000] as const;

const hasNetworks = await isInNetworkApart();
if (!hasNetworks) console.log('no right to make networks here: no link will be cut');
const address = hasNetworks ? centralAddress : '127.0.0.1';

const folder = mkdtempSync(join(tmpdir(), 'docwright-cluster-'));
// PostgreSQL refuses root, and its own user may not enter the other folder.
const databaseFolder = mkdtempSync(join(tmpdir(), 'docwright-cluster-postgres-'));
const postgres = await createPostgresServer(databaseFolder, {
  address,
  clients: hasNetworks ? memberAddresses : '127.0.0.1/32',
});
await postgres.start();
const model = await serveModel(() => turnsOfOrderedJob, address);
const shared = {
  DOCWRIGHT_DATABASE_URL: postgres.url,
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
};
const prepared = await prepareData(folder, { projects: 4, views: 0, jobsPerHour, environment: shared });
const [limited, ...projects] = prepared.projects;
if (limited === undefined) throw new Error('no project was made');
const environment = { ...prepared.environment, PATH: process.env['PATH'] };

/** What processes say; kept where something was not so. */
const log = openSync(join(folder, 'log'), 'a');
interface Member {
  readonly role: 'api' | 'worker';
  readonly url: string;
  readonly network: MemberNetwork | undefined;
  process: ChildProcess;
  isHarmed: boolean;
  /** Whether it was told to end, one way or another. */
  isTold: boolean;
}
const launcher = join(import.meta.dirname, '../../docwright');
const members: Member[] = [];
let isOver = false;
for (const [role, count] of [
  ['api', values.apis],
  ['worker', values.workers],
] as const) {
  for (let index = 0; index < Number(count); index += 1) {
    const network = hasNetworks ? await makeMemberNetwork(members.length + 1) : undefined;
    const host = network?.address ?? address;
    const port = String(network === undefined ? await freePort() : 4800);
    const [program = launcher, ...words] = [
      ...(network?.enter ?? []),
      launcher,
      ...['serve', '--role', role, '--host', host, '--port', port],
    ];
    const start = (): ChildProcess =>
      spawn(program, words, { env: environment, detached: true, stdio: ['ignore', 'ignore', log] });
    const member: Member = {
      role,
      url: `http://${host}:${port}`,
      network,
      process: start(),
      isHarmed: false,
      isTold: false,
    };
    const supervise = (child: ChildProcess): void => {
      child.once('exit', (code) => {
        if (isOver) return;
        if (!member.isTold) jobs.note(`a process of ${role} ended by itself with ${code}`);
        member.isTold = false;
        member.process = start();
        supervise(member.process);
      });
    };
    supervise(member.process);
    members.push(member);
  }
}
const send = (member: Member, signal: NodeJS.Signals): void => {
  const { pid, exitCode, signalCode } = member.process;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    // The launcher and what it launched.
    process.kill(-pid, signal);
  } catch (error) {
    // It ended by itself, and nobody was told yet.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};
process.once('exit', () => {
  isOver = true;
  for (const member of members) send(member, 'SIGKILL');
});

let seed = Number(values.seed);
const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
const anyOf = <Item>(list: readonly Item[]): Item => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

const done = { killed: 0, restarted: 0, held: 0, cut: 0, cutLong: 0, crashed: 0 };
let isCutLong = false;
async function harm(): Promise<void> {
  const unharmed = members.filter(({ isHarmed }) => !isHarmed);
  if (unharmed.length === 0) return;
  const member = anyOf(unharmed);
  const { network } = member;
  const kind = random();
  if (kind < 0.08) {
    done.crashed += 1;
    await postgres.stop();
    await elapse(1_000);
    await postgres.start();
    return;
  }
  member.isHarmed = true;
  if (kind < 0.35 && network !== undefined) {
    // One at a time: of the other workers somebody has to be there.
    const isLong = !isCutLong && random() < 0.25;
    isCutLong ||= isLong;
    done[isLong ? 'cutLong' : 'cut'] += 1;
    network.cut();
    void elapse(isLong ? longCutMs : heldMs).then(() => {
      network.mend();
      member.isHarmed = false;
      if (isLong) isCutLong = false;
    });
  } else if (kind < 0.55) {
    done.held += 1;
    send(member, 'SIGSTOP');
    void elapse(heldMs).then(() => {
      send(member, 'SIGCONT');
      member.isHarmed = false;
    });
  } else {
    const isKilled = kind < 0.8;
    done[isKilled ? 'killed' : 'restarted'] += 1;
    const exited = once(member.process, 'exit');
    member.isTold = true;
    send(member, isKilled ? 'SIGKILL' : 'SIGTERM');
    const late = setTimeout(() => {
      jobs.note(`a process of ${member.role} did not end within ${endWithinMs} ms of being told`);
      send(member, 'SIGKILL');
    }, endWithinMs);
    void exited.then(() => {
      clearTimeout(late);
      member.isHarmed = false;
    });
  }
}

const jobs = createOrderedJobs({
  project: () => anyOf(projects),
  limited: { project: limited, jobsPerHour: jobsPerHour[0] },
  api: () => anyOf(members.filter(({ role }) => role === 'api')).url,
  // Killed, held, cut off, starting, or without its database.
  isExpected: () => true,
});

/** Ends the ordering; what is ordered is still waited for. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted.abort();
  });
}
const startedAt = performance.now();
const over = new AbortController();
const harming = (async () => {
  while (!over.signal.aborted) {
    await elapse(everyMs);
    await harm();
  }
})();
const telling = setInterval(() => {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(
    `${minutes} min, load ${loadavg()[0]?.toFixed(1)}: ${jobs.completed} jobs, ${JSON.stringify(done)}, ${jobs.faults.length} faults`,
  );
}, 30_000);
await jobs.play(wanted, interrupted.signal);
over.abort();
await harming;
clearInterval(telling);
jobs.prove(join(folder, 'data', 'repositories'));
const { faults, completed, longestGapMs } = jobs;
if (faults.length > 0) console.log(`what they said: ${join(folder, 'log')}`);
console.log(
  `${completed} jobs in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min; ${JSON.stringify(done)}; longest pause between events ${longestGapMs} ms; ${jobs.withinLimit} jobs of a project that may have ${jobsPerHour[0]}; ${faults.length} faults`,
);
isOver = true;
for (const member of members) send(member, 'SIGKILL');
await postgres.stop();
if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
rmSync(databaseFolder, { recursive: true, force: true });
process.exit(faults.length === 0 && completed > 0 ? 0 : 1);
