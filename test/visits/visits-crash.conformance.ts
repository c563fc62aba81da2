import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as elapse } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEmbeddedVisitStore } from '../../src/analytics/visits/embedded/embedded-visit-store.ts';
import { defaultMapping, dimensions } from '../../src/analytics/visits/visit-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import type { Command } from './crash-commands.ts';
import {
  crashProject,
  eventsPerBlock,
  isKept,
  newerRules,
  perform,
  scratchProject,
  viewsOfEvents,
} from './crash-commands.ts';
import { createReferenceVisitStore } from './reference-visit-store.ts';

/** Longest life of a child once it works, milliseconds: long enough for several seals, merges and deletions. */
const longestLife = 400;
/** Of so many lives one goes on until something was changed or deleted, whatever else the machine does. */
const untilChanged = 5;

interface Progress {
  /** Above every event that was begun to be appended. */
  events: number;
  /** Begun and not acknowledged, by their text: on disk whole, in part (deletions) or not at all. */
  readonly unfinished: Map<string, Command>;
  /** Everything that was begun, since a child that follows finishes it. */
  readonly begun: Command[];
  readonly acknowledged: Map<Command['kind'], number>;
}

/** Does again what a client does that got no answer: first the appends, for a deletion is only of what is older. */
function inOrder(commands: Iterable<Command>): Command[] {
  return [...commands].sort((a, b) => Number(b.kind === 'append') - Number(a.kind === 'append'));
}

/** Runs a child until it is killed at some moment of its work, noting what it said. */
async function runAndKill(directory: string, progress: Progress, kill: number): Promise<void> {
  const script = join(import.meta.dirname, 'ingest-until-killed.ts');
  const unfinished = JSON.stringify(inOrder(progress.unfinished.values()));
  const child = spawn(process.execPath, [script, directory, String(progress.events), unfinished, String(kill)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const killSoon = () => void elapse((kill * 137) % longestLife).then(() => child.kill('SIGKILL'));
  let waitsForChange = kill % untilChanged === 0 && progress.events > eventsPerBlock;
  for await (const line of createInterface({ input: child.stdout })) {
    const word = line.slice(0, line.indexOf(' '));
    const text = line.slice(word.length + 1);
    const command = JSON.parse(text) as Command | null;
    if (!command) {
      progress.unfinished.clear();
      if (!waitsForChange) killSoon();
    } else if (word === 'begin') {
      progress.unfinished.set(text, command);
      progress.begun.push(command);
      if (command.kind === 'append') progress.events = Math.max(progress.events, command.to);
    } else {
      progress.unfinished.delete(text);
      progress.acknowledged.set(command.kind, (progress.acknowledged.get(command.kind) ?? 0) + 1);
      if (waitsForChange && command.kind !== 'append') {
        waitsForChange = false;
        killSoon();
      }
    }
  }
  await closed;
  expect(child.signalCode).toBe('SIGKILL');
}

const kinds: readonly Command['kind'][] = [
  'append',
  'deleteVisitor',
  'deletePath',
  'deleteBefore',
  'reclassify',
  'deleteScratch',
];

/** At least so many kills, and until each kind of work was done and one was interrupted. */
export function describeVisitsCrash(kills: number): void {
  it(
    `counts every acknowledged event exactly once after ${kills} or more kills at any moment`,
    { timeout: 1_800_000 },
    async () => {
      const directory = mkdtempSync(join(tmpdir(), 'visits-crash-'));
      const progress: Progress = { events: 0, unfinished: new Map(), begun: [], acknowledged: new Map() };
      let interruptedChanges = 0;
      try {
        const isComplete = () => interruptedChanges > 0 && kinds.every((kind) => progress.acknowledged.has(kind));
        // On a busy machine a life is too short for some kinds of work, and more of them are needed.
        for (let kill = 0; kill < kills || !isComplete(); kill += 1) {
          await runAndKill(directory, progress, kill);
          interruptedChanges += [...progress.unfinished.values()].filter(({ kind }) => kind !== 'append').length;
        }

        const store = createEmbeddedVisitStore({ directory, clock: systemClock, logger: silentLogger, threads: 2 });
        try {
          for (const command of inOrder(progress.unfinished.values())) await perform(store, command);
          const all = viewsOfEvents(0, progress.events).filter((view) => isKept(view, progress.begun));
          // Redelivery of what is there changes nothing.
          const again = all.slice(-200);
          expect(await store.append(crashProject, again)).toMatchObject({ accepted: 0, duplicates: again.length });

          const reference = createReferenceVisitStore();
          await reference.append(crashProject, all);
          for (const either of [store, reference]) await either.reclassify(crashProject, newerRules);
          for (const measure of ['views', 'visitors'] as const) {
            for (const dimension of dimensions) {
              const query = {
                projectId: crashProject,
                measure,
                dimension,
                range: { from: undefined, to: undefined },
                mapping: defaultMapping,
                limit: 250,
                offset: 0,
                snapshot: undefined,
              };
              const [actual, expected] = [await store.countPage(query), await reference.countPage(query)];
              expect([actual.totals, actual.rows]).toEqual([expected.totals, expected.rows]);
            }
          }
          expect(await store.verify(crashProject)).toMatchObject({ ok: true, views: all.length, differences: [] });

          await store.deleteProject(scratchProject);
          expect(await store.usage(scratchProject)).toMatchObject({ views: 0, visitors: 0, paths: 0, storedBytes: 0 });
        } finally {
          await store.close();
        }
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  );
}
