/**
 * What the embedded store may cost where it is hardest, each in a process of its own: a day of 20 million views taken and sealed, 400
 * projects (`--projects`) that write in turn, commits with views of 60 late days, and a question of 30 days while views arrive.
 *
 *   npx node bench/visit-budgets.ts --only day,making,projects
 *   npx node bench/visit-budgets.ts --only late,arriving --directory /a/store/of/visitors.ts/10    works on a copy
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  createEmbeddedVisitStore,
  type EmbeddedVisitStore,
} from '../src/analytics/visits/embedded/embedded-visit-store.ts';
import type { View } from '../src/analytics/visits/view.ts';
import { defaultMapping } from '../src/analytics/visits/visit-store.ts';
import { duration } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { commandEnvironment } from './command-environment.ts';
import { generateTraffic, trafficStart, viewAt } from './generate-views.ts';
import { peakMegabytes } from './visitor-question.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'day,making,projects' },
    /** Of a store that `bench/visitors.ts --directory` made, with `--days` days. */
    directory: { type: 'string' },
    days: { type: 'string', default: '30' },
    views: { type: 'string', default: '20000000' },
    projects: { type: 'string', default: '400' },
    /** Of a child. */
    work: { type: 'string' },
  },
});
const end = trafficStart + Number(values.days) * duration.day;

const works: Readonly<Record<string, (directory: string) => Promise<string>>> = {
  async day(directory) {
    const store = open(directory);
    const began = performance.now();
    await takeDay((views) => store.append('bench', views));
    const taken = peakMegabytes();
    while ((await store.seal()) > 0);
    const seconds = (performance.now() - began) / 1_000;
    const peak = peakMegabytes();
    const { totals } = await count(store, { from: trafficStart, to: trafficStart + duration.day });
    await store.close();
    return `a day of ${Number(values.views).toLocaleString('en')} views: taken and sealed in ${seconds.toFixed(0)} s, ${totals.total.toLocaleString('en')} visitors, peak ${taken} MB until the last was taken, ${peak} MB until all were sealed, ${peakMegabytes()} MB with a question over them`;
  },

  /** What of the peak of `day` is no store's: a process that makes the views and lets them go. */
  async making() {
    await takeDay(() => Promise.resolve());
    return `making these views and no store: peak ${peakMegabytes()} MB`;
  },

  async projects(directory) {
    const store = open(directory);
    const projects = Number(values.projects);
    const traffic = generateTraffic({ seed: 3, views: 2_000, days: 1, pages: 200, visitors: 1_000 });
    const view = (index: number) => viewAt(traffic, index);
    const views = Array.from({ length: 2_000 }, (_, index) => view(index));
    for (let project = 0; project < projects; project += 1) await store.append(`project-${project}`, views);
    const turns = await timed(4_000, (turn) =>
      store.append(`project-${turn % projects}`, [{ ...view(turn % 2_000), eventId: `late-${turn}` }]),
    );
    await store.close();
    return `${projects} projects in turn, a view a commit: ${turns}; ${peakMegabytes()} MB`;
  },

  async late(directory) {
    const store = open(directory);
    const traffic = generateTraffic({ seed: 4, views: 60_000, days: 1, pages: 5_000, visitors: 1_000_000 });
    const lateDays = Math.min(60, Number(values.days));
    const turns = await timed(200, (turn) =>
      store.append(
        'bench',
        Array.from({ length: lateDays }, (_, day) => ({
          ...viewAt(traffic, turn * lateDays + day),
          timestampMs: end - (day + 1) * duration.day + turn,
          eventId: `late-${turn}-${day}`,
        })),
      ),
    );
    await store.close();
    return `commits of ${lateDays} late days: ${turns}`;
  },

  async arriving(directory) {
    const store = open(directory);
    const range = { from: end - 30 * duration.day, to: end + duration.day };
    const traffic = generateTraffic({ seed: 5, views: 100_000, days: 1, pages: 5_000, visitors: 1_000_000 });
    for (let warm = 0; warm < 10; warm += 1) await count(store, { ...range, to: range.to - warm });
    const quiet = await timed(60, (turn) => count(store, { ...range, to: range.to - 100 - turn }));
    const stop = new AbortController();
    let arrived = 0;
    const arrive = async () => {
      for (; !stop.signal.aborted; arrived += 100) {
        const views = Array.from({ length: 100 }, (_, index) => ({
          ...viewAt(traffic, arrived + index),
          timestampMs: end + arrived,
          eventId: `arrives-${arrived + index}`,
        }));
        await Promise.all([store.append('bench', views), elapse(100)]);
      }
    };
    const arriving = arrive();
    const busy = await timed(100, async (turn) => {
      await elapse(200);
      const asked = performance.now();
      await count(store, { ...range, to: range.to - 1_000 - turn });
      return performance.now() - asked;
    });
    stop.abort();
    await arriving;
    await store.close();
    return `30 days, nothing arriving: ${quiet}\n30 days, 1,000 views/s arriving (${arrived} did): ${busy}`;
  },
};

/** Eight senders at a time, a thousand views each. */
async function takeDay(take: (views: readonly View[]) => Promise<unknown>): Promise<void> {
  const total = Number(values.views);
  // The same two million again and again, as other events: what makes them must not take the memory that is measured.
  const traffic = generateTraffic({ seed: 1, views: 2_000_000, days: 1, pages: 5_000, visitors: 2_000_000 });
  const at = (index: number): View => ({ ...viewAt(traffic, index % 2_000_000), eventId: `event-${index}` });
  for (let from = 0; from < total; from += 8_000) {
    const batches = Array.from({ length: 8 }, (_, sender) => from + sender * 1_000);
    await Promise.all(batches.map((first) => take(Array.from({ length: 1_000 }, (_, index) => at(first + index)))));
  }
}

function open(directory: string): EmbeddedVisitStore {
  return createEmbeddedVisitStore({ directory, clock: { now: () => end + duration.hour }, logger: silentLogger });
}

function count(store: EmbeddedVisitStore, range: { from: number; to: number }) {
  return store.countPage({
    projectId: 'bench',
    measure: 'visitors',
    dimension: 'path',
    mapping: defaultMapping,
    range,
    limit: 50,
    offset: 0,
    snapshot: undefined,
  });
}

/** Milliseconds of each turn, and processor time over all; a turn that answers with a number has measured itself. */
async function timed(turns: number, work: (turn: number) => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  const processor = process.cpuUsage();
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    const own = await work(turn);
    took.push(typeof own === 'number' ? own : performance.now() - began);
  }
  const { user, system } = process.cpuUsage(processor);
  const sorted = took.toSorted((one, other) => one - other);
  const share = (part: number) => (sorted[Math.floor((sorted.length - 1) * part)] ?? NaN).toFixed(1);
  return `median ${share(0.5)} ms, 95 of 100 within ${share(0.95)}, slowest ${share(1)}, the first ${took[0]?.toFixed(1)}; ${((user + system) / 1_000 / turns).toFixed(1)} ms of processor time each`;
}

if (values.work !== undefined) console.log(await works[values.work]?.(values.directory ?? ''));
else {
  for (const name of values.only.split(',')) {
    const directory = mkdtempSync(join(tmpdir(), 'visit-budgets-'));
    try {
      if (values.directory !== undefined)
        copyFileSync(
          join(values.directory, 'visits.sqlite'),
          join(directory, 'visits.sqlite'),
          constants.COPYFILE_FICLONE,
        );
      const { days, views, projects } = values;
      const options = ['--days', days, '--views', views, '--projects', projects, '--directory', directory];
      const env = { ...process.env, ...commandEnvironment };
      const told = execFileSync(process.execPath, [import.meta.filename, '--work', name, ...options], { env });
      process.stdout.write(told);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
}
