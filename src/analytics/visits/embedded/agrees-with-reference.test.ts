import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PageQuestion, Question } from '../../../../test/visits/any-step.ts';
import { anyStep, project, start } from '../../../../test/visits/any-step.ts';
import { createReferenceVisitStore } from '../../../../test/visits/reference-visit-store.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLogger } from '../../../kernel/logger.ts';
import { visitorId } from '../conformance/tested-project.ts';
import { SnapshotReleased } from '../errors.ts';
import type { LiveView, VisitStore } from '../visit-store.ts';
import { defaultMapping } from '../visit-store.ts';
import type { EmbeddedVisitStore } from './embedded-visit-store.ts';
import { createEmbeddedVisitStore } from './embedded-visit-store.ts';

/** Views of one millisecond may come in any order. */
function liveKey({ timestampMs, path, classification, country }: LiveView): string {
  return JSON.stringify([timestampMs, path, classification.category, classification.product, country]);
}

async function ask(store: VisitStore, question: Question): Promise<unknown> {
  if (question.kind === 'series') {
    return trimmed(await store.timeseries({ ...question.query, projectId: project }), question.query.range);
  }
  if (question.kind === 'reached') return store.countReached({ ...question.query, projectId: project });
  if (question.kind === 'live') {
    const query = { projectId: project, since: start + question.since, mapping: defaultMapping, limit: 1_000 };
    const { visitors, recent } = await store.live(query);
    return { visitors, recent: recent.map(liveKey).sort() };
  }
  if (question.kind === 'drops') return store.readDrops(project, question.range);
  if (question.kind === 'walk') {
    const { rows } = await store.walk({ ...question.query, projectId: project, snapshot: undefined });
    return (await Array.fromAsync(rows)).flat();
  }
  return (await askPage(store, question.query)).page;
}

async function askPage(store: VisitStore, query: PageQuestion, snapshot?: string) {
  const { snapshot: name, ...page } = await store.countPage({ ...query, projectId: project, snapshot });
  return { page, snapshot: name };
}

/** Where both stores stand after a page question, so that other pages can be asked for by its snapshot. */
interface OpenPages {
  readonly store: VisitStore;
  readonly query: PageQuestion;
  readonly snapshot: string;
  readonly expectedSnapshot: string;
  /** Nothing was removed since, so the snapshot must still be held. */
  isHeld: boolean;
}

async function turnPage(open: OpenPages, reference: VisitStore, changes: Partial<PageQuestion>): Promise<void> {
  const query = { ...open.query, ...changes };
  const answer = await askPage(open.store, query, open.snapshot).catch((error: unknown) => {
    if (open.isHeld || !(error instanceof SnapshotReleased)) throw error;
    return undefined;
  });
  if (answer && open.isHeld) expect(answer.page).toEqual((await askPage(reference, query, open.expectedSnapshot)).page);
}

/** Only an open range may begin or end where it likes, and then with a bucket that has something in it. */
function trimmed(
  buckets: Awaited<ReturnType<VisitStore['timeseries']>>,
  range: { from: number | undefined; to: number | undefined },
) {
  const isFilled = buckets.map((bucket) => bucket.views.total > 0);
  if (range.from === undefined && buckets.length > 0) expect(isFilled[0]).toBe(true);
  if (range.to === undefined && range.from === undefined && buckets.length > 0) expect(isFilled.at(-1)).toBe(true);
  return buckets;
}

it(
  'agrees with the reference through any history of appends, seals, restarts and deletions',
  { timeout: 240_000 },
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'visits-'));
    try {
      let runs = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyStep, { minLength: 5, maxLength: 40 }),
          fc.boolean(),
          async (steps, withOtherProcess) => {
            runs += 1;
            const inRun = join(directory, String(runs));
            const parts = { directory: inRun, clock: systemClock, logger: silentLogger, threads: 2 };
            const open = () => createEmbeddedVisitStore(parts);
            const reference = createReferenceVisitStore();
            let store = open();
            // A second store on the same file takes every other step, as another process would.
            // It has room for nothing, and so reads everything again each time.
            const other = withOtherProcess ? createEmbeddedVisitStore({ ...parts, memoryBytes: 0 }) : undefined;
            let turn = 0;
            let pages: OpenPages | undefined;
            const next = (): EmbeddedVisitStore => ((turn += 1) % 2 === 0 ? (other ?? store) : store);
            try {
              for (const step of steps) {
                if (pages && ['reopen', 'reclassify'].includes(step.kind)) pages = undefined;
                if (pages && step.kind.startsWith('delete')) pages.isHeld = false;
                switch (step.kind) {
                  case 'append':
                    expect(await next().append(project, step.views, step.drops)).toEqual(
                      await reference.append(project, step.views, step.drops),
                    );
                    break;
                  case 'seal':
                    await next().seal({ waitingRows: 1, maximumRows: 500, segmentsPerDay: step.segmentsPerDay });
                    break;
                  case 'reopen':
                    await store.close();
                    store = open();
                    break;
                  case 'reclassify': {
                    const rule: Parameters<VisitStore['reclassify']>[1] = (client, current) =>
                      client.userAgent === 'claude-code/2.0'
                        ? { ...current, category: 'coding_agent', product: 'Claude Code', verdict: 'unverifiable' }
                        : undefined;
                    expect(await next().reclassify(project, rule)).toEqual(await reference.reclassify(project, rule));
                    break;
                  }
                  case 'deletePath':
                    expect(await next().deletePath(project, step.path)).toEqual(
                      await reference.deletePath(project, step.path),
                    );
                    break;
                  case 'deleteVisitor': {
                    const visitor = visitorId(step.visitor);
                    expect(await next().deleteVisitor(project, visitor)).toEqual(
                      await reference.deleteVisitor(project, visitor),
                    );
                    break;
                  }
                  case 'deleteBefore':
                    expect(await next().deleteBefore(project, start + step.time)).toEqual(
                      await reference.deleteBefore(project, start + step.time),
                    );
                    break;
                  case 'deleteProject':
                    await next().deleteProject(project);
                    await reference.deleteProject(project);
                    break;
                  case 'turnPage':
                    if (pages) await turnPage(pages, reference, step);
                    break;
                  case 'page': {
                    const asked = next();
                    const [answer, expected] = [await askPage(asked, step.query), await askPage(reference, step.query)];
                    expect(answer.page).toEqual(expected.page);
                    const [{ snapshot }, { snapshot: expectedSnapshot }] = [answer, expected];
                    pages = { store: asked, query: step.query, snapshot, expectedSnapshot, isHeld: true };
                    break;
                  }
                  default:
                    expect(await ask(next(), step)).toEqual(await ask(reference, step));
                }
              }
              expect(await store.verify(project)).toMatchObject({ ok: true, differences: [] });
            } finally {
              await store.close();
              await other?.close();
            }
          },
        ),
        // A run starts several threads, so finding the smallest counterexample may take minutes; it is cut off.
        { numRuns: Number(process.env['VISITS_RUNS'] ?? 12), interruptAfterTimeLimit: 200_000 },
      );
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
);
