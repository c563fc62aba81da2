/**
 * How many views a second the embedded store takes durably: batches of 1,000, and single views from many senders that
 * share commits; and how long the event loop is held meanwhile, beside how long it is held by the machine alone.
 *
 *   npx node bench/visit-appends.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as elapse } from 'node:timers/promises';
import { createEmbeddedVisitStore } from '../src/analytics/visits/embedded/embedded-visit-store.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { generateTraffic, viewAt } from './generate-views.ts';

const seconds = 5;
const traffic = generateTraffic({ seed: 2, views: 1_000_000, days: 2, pages: 5_000, visitors: 200_000 });

/** Each sender waits for its answer before it sends again. */
async function measure(name: string, senders: number, batch: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'visit-appends-'));
  const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let next = 0;
  let accepted = 0;
  const took: number[] = [];
  await store.append('bench', [viewAt(traffic, 0)]);
  delay.enable();
  const cpu = process.cpuUsage();
  const began = performance.now();
  const send = async () => {
    while (performance.now() - began < seconds * 1_000 && next + batch < traffic.timestamps.length) {
      next += batch;
      const from = next - batch + 1;
      const sent = performance.now();
      const outcome = await store.append(
        'bench',
        Array.from({ length: batch }, (_, index) => viewAt(traffic, from + index)),
      );
      took.push(performance.now() - sent);
      accepted += outcome.accepted;
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  const elapsed = (performance.now() - began) / 1_000;
  const used = process.cpuUsage(cpu);
  delay.disable();
  took.sort((a, b) => a - b);
  console.log(
    `${name}: ${Math.round(accepted / elapsed).toLocaleString('en')} views/s durable, ` +
      `${((used.user + used.system) / accepted).toFixed(1)} µs of CPU each, ` +
      `answer after ${took[Math.floor(took.length / 2)]?.toFixed(1) ?? ''} ms (median), ` +
      `event loop held at most ${(delay.max / 1e6).toFixed(0)} ms, 99 % ${(delay.percentile(99) / 1e6).toFixed(0)} ms`,
  );
  await store.close();
  rmSync(directory, { recursive: true });
}

const idle = monitorEventLoopDelay({ resolution: 5 });
idle.enable();
await elapse(seconds * 1_000);
idle.disable();
console.log(
  `nothing to do: event loop held at most ${(idle.max / 1e6).toFixed(0)} ms, 99 % ${(idle.percentile(99) / 1e6).toFixed(0)} ms`,
);
await measure('batches of 1,000, 8 senders', 8, 1_000);
await measure('single views, 200 senders', 200, 1);
