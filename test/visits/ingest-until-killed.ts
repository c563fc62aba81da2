/**
 * Child of the crash test: appends, seals, merges and deletes as fast as it can until it is killed, and says on
 * standard output what it is about to do and what the store has acknowledged, one line each, written synchronously.
 */
import { writeSync } from 'node:fs';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import type { Unfinished } from './crash-views.ts';
import { crashProject, finishWork, viewsOfEvents, visitorOfEvent } from './crash-views.ts';

const [directory = '', firstEvent = '0', unfinished = ''] = process.argv.slice(2);
const store = createEmbeddedVisitStore({
  directory,
  clock: systemClock,
  logger: silentLogger,
  threads: 1,
  sealRules: { waitingRows: 200, maximumRows: 5_000, segmentsPerDay: 3 },
});

function say(...words: (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

let event = Number(firstEvent);
async function ingest(): Promise<never> {
  for (;;) {
    const from = event;
    event += 1 + (from % 37);
    const to = event;
    say('appending', from, to);
    await store.append(crashProject, viewsOfEvents(from, to));
    say('appended', from, to);
  }
}

async function maintain(): Promise<never> {
  for (let round = 0; ; round += 1) {
    await store.seal();
    // Only visitors that no view on its way and no later one can have: they belong to a block of events that is over.
    const victim = Number(firstEvent) - 501 - round * 17;
    if (round % 2 === 1 || victim < 0) continue;
    const visitor = visitorOfEvent(victim).toString('hex');
    say('deleting', visitor);
    await store.deleteVisitor(crashProject, Buffer.from(visitor, 'hex'));
    say('deleted', visitor);
  }
}

await finishWork(store, JSON.parse(unfinished) as Unfinished);
// Starts the thread that seals and deletes, so that a short life is spent on work.
await store.seal();
say('ready');
await Promise.all([ingest(), ingest(), maintain()]);
