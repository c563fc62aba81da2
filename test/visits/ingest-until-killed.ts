/**
 * Child of the crash test: appends, seals, merges, reclassifies and deletes as fast as it can until it is killed, and
 * says on standard output what it begins and what the store has acknowledged, one line each, written synchronously.
 */
import { writeSync } from 'node:fs';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import type { Command } from './crash-commands.ts';
import { commandsAbout, eventsPerBlock, perform } from './crash-commands.ts';

const [directory = '', firstEvent = '0', unfinished = '[]', life = '0'] = process.argv.slice(2);
const store = createEmbeddedVisitStore({
  directory,
  clock: systemClock,
  logger: silentLogger,
  threads: 1,
  sealRules: { waitingRows: 200, maximumRows: 5_000, segmentsPerDay: 3, idsPerPage: 16, blockRows: 1 },
});

function say(word: string, command?: Command): void {
  const line = Buffer.from(`${word} ${JSON.stringify(command ?? null)}\n`);
  for (let written = 0; written < line.length;) written += writeSome(line.subarray(written));
}

/** Bytes written; 0 after a short wait where the pipe is full, because the reader has no core to run on. */
function writeSome(bytes: Buffer): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    return 0;
  }
}

async function run(command: Command): Promise<void> {
  say('begin', command);
  await perform(store, command);
  say('done', command);
}

let event = Number(firstEvent);
async function ingest(): Promise<never> {
  for (;;) {
    const from = event;
    event += 1 + (from % 37);
    await run({ kind: 'append', from, to: event });
  }
}

async function maintain(): Promise<never> {
  for (let round = 0; ; round += 1) {
    await store.seal();
    // Only what no view on its way and no later one can have: it belongs to a block of events that is over.
    const victim = Number(firstEvent) - eventsPerBlock - 1 - round * 17;
    if (victim < 0) continue;
    const commands = commandsAbout(victim);
    const command = commands[(round + Number(life)) % commands.length];
    if (command) await run(command);
  }
}

for (const command of JSON.parse(unfinished) as Command[]) await perform(store, command);
// Starts the thread that seals and deletes, so that a short life is spent on work.
await store.seal();
say('ready');
await Promise.all([ingest(), ingest(), maintain()]);
