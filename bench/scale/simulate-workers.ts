import { createAgentFixture, leaseMilliseconds } from '../../src/agent/agent.fixture.ts';
import { createJobQueue, type Lease } from '../../src/agent/jobs/job-queue.ts';
import { openOnSqlite, type OpenTestDatabase } from '../../src/db/every-database.fixture.ts';
import { duration } from '../../src/kernel/clock.ts';

export interface Simulated {
  readonly workers: number;
  /** The first has half of all jobs, all of them at once; the others share the rest, which come evenly over `arrivalMs`. */
  readonly projects: number;
  readonly jobs: number;
  readonly arrivalMs: number;
  /** Of a job; the longest is five times as long as the shortest. */
  readonly meanWorkMs: number;
  /** How often any worker vanishes, with all that it knows; it is back a minute later. */
  readonly vanishEveryMs: number;
  readonly seed: number;
}

export interface SimulationReport {
  readonly ended: number;
  readonly failed: number;
  readonly claims: number;
  readonly statements: number;
  readonly vanished: number;
  /** Times that two workers had one job and both were told that it is theirs. */
  readonly heldTwice: number;
  /** Of jobs of vanished workers, while somebody was free all the time. */
  readonly takeovers: number;
  /** From the moment the worker vanished until another had its job, at most. */
  readonly longestTakeoverMs: number;
  /** From order to first claim: of the project that ordered half of everything at once, and of all others. */
  readonly waitedMs: Readonly<Record<'crowd' | 'others', { median: number; longest: number }>>;
  /** Simulated time. */
  readonly milliseconds: number;
}

const renewMs = 10 * duration.second;
const pollMs = 5 * duration.second;
const backAfterMs = duration.minute;

/**
 * Workers over the real queue and its real statements, with a clock of their own, so that an hour of a thousand takes minutes: one thing
 * happens after the other, in the order of simulated time, and the same seed gives the same history.
 */
export async function simulateWorkers(
  { workers, projects, jobs, arrivalMs, meanWorkMs, vanishEveryMs, seed }: Simulated,
  open: OpenTestDatabase = openOnSqlite,
): Promise<SimulationReport> {
  const random = createRandom(seed);
  const fixture = await createAgentFixture(open);
  const { clock } = fixture;
  const startedAt = clock.now();
  const events: Event[] = [];
  let order = 0;
  const plan = (at: number, happen: () => Promise<void>): void => {
    events.push({ at: Math.round(at), order: (order += 1), happen });
    siftUp(events);
  };
  const report = { ended: 0, claims: 0, statements: 0, vanished: 0, heldTwice: 0, takeovers: 0, longestTakeoverMs: 0 };
  const orderedAt = new Map<string, { at: number; isOfCrowd: boolean }>();
  const waited = { crowd: [] as number[], others: [] as number[] };
  /** Who works on a job, as far as he knows. */
  const holders = new Map<string, number>();
  /** Jobs of workers that vanished, since when. */
  const lost = new Map<string, number>();
  const free = new Set<number>();
  /** When nobody was free the last time. */
  let busyAt = startedAt;
  const generations = Array.from({ length: workers }, () => 0);
  const queues = Array.from({ length: workers }, (_, worker) =>
    createJobQueue({ ...fixture, owner: `worker ${worker}`, leaseMilliseconds }),
  );
  const ids = [fixture.projectId];
  while (ids.length < projects) ids.push(await fixture.addProject(`project ${ids.length}`));

  const work = async (worker: number): Promise<void> => {
    const queue = queues[worker];
    if (queue === undefined) return;
    const generation = generations[worker];
    free.delete(worker);
    report.statements += 2;
    const claimed = await queue.claim();
    if (claimed === undefined) {
      free.add(worker);
      plan(clock.now() + pollMs * (0.9 + random() / 5), async () => {
        if (generations[worker] === generation && free.has(worker)) await work(worker);
      });
      return;
    }
    report.claims += 1;
    const { job, lease } = claimed;
    const since = orderedAt.get(job.id);
    if (lease.epoch === 1 && since !== undefined)
      waited[since.isOfCrowd ? 'crowd' : 'others'].push(clock.now() - since.at);
    const lostAt = lost.get(job.id);
    if (free.size === 0) busyAt = clock.now();
    if (lostAt !== undefined && busyAt < lostAt) {
      report.takeovers += 1;
      report.longestTakeoverMs = Math.max(report.longestTakeoverMs, clock.now() - lostAt);
    }
    lost.delete(job.id);
    const holder = holders.get(job.id);
    if (holder !== undefined && holder !== worker) report.heldTwice += 1;
    holders.set(job.id, worker);
    const endsAt = clock.now() + Math.round(meanWorkMs * (1 / 3 + (random() * 4) / 3));
    await goOn(worker, generation, lease, endsAt);
  };

  const goOn = (worker: number, generation: number | undefined, lease: Lease, endsAt: number): Promise<void> => {
    plan(Math.min(endsAt, clock.now() + renewMs), async () => {
      if (generations[worker] !== generation) return;
      report.statements += 1;
      const isHeld = await queues[worker]?.renew(lease, renewMs);
      if (isHeld === true && holders.get(lease.jobId) !== worker) report.heldTwice += 1;
      if (isHeld === true && clock.now() < endsAt) return goOn(worker, generation, lease, endsAt);
      if (isHeld === true) {
        report.statements += 1;
        await fixture.db
          .updateTable('jobs')
          .set({ status: 'completed', lease_owner: null, lease_until: 0 })
          .where('id', '=', lease.jobId)
          .where('lease_epoch', '=', lease.epoch)
          .execute();
        report.ended += 1;
        holders.delete(lease.jobId);
      }
      await work(worker);
    });
    return Promise.resolve();
  };

  const vanish = (): Promise<void> => {
    const worker = Math.floor(random() * workers);
    report.vanished += 1;
    generations[worker] = (generations[worker] ?? 0) + 1;
    free.delete(worker);
    for (const [jobId, holder] of holders) {
      if (holder !== worker) continue;
      holders.delete(jobId);
      lost.set(jobId, clock.now());
    }
    plan(clock.now() + backAfterMs, () => work(worker));
    plan(clock.now() + vanishEveryMs * (0.5 + random()), vanish);
    return Promise.resolve();
  };

  /** An order wakes everybody who is free; the first of them gets it. */
  const accept = async (projectId: string, isOfCrowd: boolean): Promise<void> => {
    const { job } = await fixture.accept({ projectId, jobsPerHour: 100_000 });
    orderedAt.set(job.id, { at: clock.now(), isOfCrowd });
    const [first] = free;
    if (first !== undefined) await work(first);
  };
  const crowd = Math.floor(jobs / 2);
  for (let index = 0; index < crowd; index += 1) plan(startedAt, () => accept(fixture.projectId, true));
  for (let index = crowd; index < jobs; index += 1) {
    const id = ids[1 + (index % Math.max(1, projects - 1))] ?? fixture.projectId;
    plan(startedAt + random() * arrivalMs, () => accept(id, false));
  }
  for (let worker = 0; worker < workers; worker += 1) plan(startedAt + random() * pollMs, () => work(worker));
  plan(startedAt + vanishEveryMs, vanish);

  const isOver = async (): Promise<boolean> => {
    const left = await fixture.db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'active')
      .limit(1)
      .executeTakeFirst();
    return left === undefined;
  };
  try {
    for (let steps = 1; ; steps += 1) {
      const next = takeFirst(events);
      if (next === undefined) break;
      clock.advance(Math.max(0, next.at - clock.now()));
      await next.happen();
      if (steps % 500 === 0 && orderedAt.size === jobs && (await isOver())) break;
    }
    const failed = await fixture.db.selectFrom('jobs').select('id').where('status', '=', 'failed').execute();
    return {
      ...report,
      failed: failed.length,
      waitedMs: { crowd: spread(waited.crowd), others: spread(waited.others) },
      milliseconds: clock.now() - startedAt,
    };
  } finally {
    await fixture.close();
  }
}

function spread(values: number[]): { median: number; longest: number } {
  values.sort((one, other) => one - other);
  return { median: values[Math.floor(values.length / 2)] ?? 0, longest: values.at(-1) ?? 0 };
}

function createRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

interface Event {
  readonly at: number;
  /** Of two at once the one that was planned first. */
  readonly order: number;
  readonly happen: () => Promise<void>;
}

const isBefore = (one: Event | undefined, other: Event | undefined): boolean =>
  one !== undefined && (other === undefined || one.at < other.at || (one.at === other.at && one.order < other.order));

/** The last of a heap goes where it belongs. */
function siftUp(heap: Event[]): void {
  let index = heap.length - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(heap[index], heap[parent])) return;
    swap(heap, index, parent);
    index = parent;
  }
}

function takeFirst(heap: Event[]): Event | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return first;
  heap[0] = last;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const least = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isBefore(heap[least], heap[index])) return first;
    swap(heap, index, least);
    index = least;
  }
}

function swap(heap: Event[], one: number, other: number): void {
  const [first, second] = [heap[one], heap[other]];
  if (first === undefined || second === undefined) return;
  heap[one] = second;
  heap[other] = first;
}
