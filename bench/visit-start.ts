/**
 * What the first question and the first append cost after a start, over a store that `bench/visitors.ts --directory` or
 * `bench/engines/embedded.ts bulk` made. Each in a new process; `--forget` has the file leave the system's cache before.
 *
 *   npx node bench/visit-start.ts --directory /somewhere --days 90 --rounds 3
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createEmbeddedVisitStore } from '../src/analytics/visits/embedded/embedded-visit-store.ts';
import { defaultMapping } from '../src/analytics/visits/visit-store.ts';
import { duration } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { printRows, type BenchRow } from './bench-row.ts';
import { commandEnvironment } from './command-environment.ts';
import { generateTraffic, trafficStart, viewAt } from './generate-views.ts';
import { peakMegabytes } from './visitor-question.ts';

const { values } = parseArgs({
  options: {
    directory: { type: 'string' },
    days: { type: 'string', default: '90' },
    rounds: { type: 'string', default: '3' },
    forget: { type: 'boolean', default: false },
    /** Of a child. */
    work: { type: 'string' },
  },
});
const { directory = '', work } = values;
const days = Number(values.days);
const end = trafficStart + days * duration.day;
const ranges: Readonly<Record<string, { from: number; to: number }>> = {
  'whole range': { from: trafficStart, to: end },
  '30 days': { from: end - 30 * duration.day, to: end },
  '30 days, cut': { from: end - 30 * duration.day + 7 * duration.hour, to: end - 5 * duration.hour },
};

/** As a server is soon after its start. */
const prepared = 'the same, prepared';

const environment = { ...process.env, ...commandEnvironment };

async function measure(name: string): Promise<void> {
  const store = createEmbeddedVisitStore({ directory, clock: { now: () => end }, logger: silentLogger });
  const ask = (range: { from: number; to: number }) =>
    store.countPage({
      projectId: 'bench',
      measure: 'visitors',
      dimension: 'path',
      mapping: defaultMapping,
      range,
      limit: 250,
      offset: 0,
      snapshot: undefined,
    });
  // Views of the day after, of visitors that are known and not; without event ids they are kept again each time.
  const traffic = generateTraffic({ seed: process.pid, views: 100, days: 1, pages: 5_000, visitors: 1_000_000 });
  const views = Array.from({ length: 100 }, (_, index) => ({
    ...viewAt(traffic, index),
    timestampMs: end + index,
    eventId: undefined,
  }));
  const range = ranges[name];
  if (name === prepared) await store.prepare();
  const before = process.cpuUsage();
  const began = performance.now();
  if (range) await ask(range);
  else await store.append('bench', views);
  const first = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const again = performance.now();
  if (range) await ask({ ...range, to: range.to - duration.hour });
  console.log(JSON.stringify([first, (user + system) / 1_000, performance.now() - again, peakMegabytes()]));
  await store.close();
}

if (work) await measure(work);
else {
  const rows: BenchRow[] = [];
  console.log(
    'first after a start     ms (each round)          processor ms                   the next, other range   peak MB',
  );
  for (const name of [...Object.keys(ranges), 'append of 100', prepared]) {
    const rounds = Array.from({ length: Number(values.rounds) }, () => {
      // The pages of the file leave the cache of the system once they are written and nobody wants them.
      if (values.forget)
        execFileSync(
          'dd',
          ['oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', `of=${join(directory, 'visits.sqlite')}`],
          {
            stdio: 'ignore',
          },
        );
      const parameters = [import.meta.filename, '--directory', directory, '--days', values.days, '--work', name];
      return JSON.parse(execFileSync(process.execPath, parameters, { env: environment }).toString()) as number[];
    });
    rows.push(...rounds.map(([, processor = 0]) => ({ work: `first after a start: ${name}`, ours: processor })));
    const column = (index: number) => rounds.map((round) => (round[index] ?? NaN).toFixed(0)).join(' / ');
    console.log(
      `${name.padEnd(22)} ${column(0).padEnd(28)} ${column(1).padEnd(30)} ${column(2).padEnd(24)} ${column(3)}`,
    );
  }
  printRows(rows);
}
