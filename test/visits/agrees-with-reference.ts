import fc from 'fast-check';
import { expect } from 'vitest';
import { visitorId } from '../../src/analytics/visits/conformance/tested-project.ts';
import { SnapshotReleased } from '../../src/analytics/visits/errors.ts';
import type { LiveView, VisitStore } from '../../src/analytics/visits/visit-store.ts';
import { defaultMapping } from '../../src/analytics/visits/visit-store.ts';
import { duration } from '../../src/kernel/clock.ts';
import { anyStep, project, start, type PageQuestion, type Question, type Step } from './any-step.ts';
import { createReferenceVisitStore } from './reference-visit-store.ts';

/** A store under test, perhaps as several processes have it. */
export interface TestedStore {
  /** That which takes the next step. */
  next(): VisitStore;
  seal(rules: Extract<Step, { kind: 'seal' }>): Promise<unknown>;
  /** As if its process began again. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

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

const everything = { from: undefined, to: undefined };
const everybody = { ...defaultMapping, humanSource: 'both' } as const;
/** Begins in the middle of visits. */
const fromMidnight = { from: start + 3 * duration.day, to: undefined };

/**
 * The pages on which visits began and ended, of other views each time: of what was read for one question some is kept, and must
 * neither serve another that differs nor be spoilt for the first, which is asked again.
 */
async function turnAnotherWay(store: VisitStore, reference: VisitStore, query: PageQuestion): Promise<void> {
  const wanted = { ...query, filters: undefined, search: undefined, limit: 50, offset: 0 };
  const others = (['entryPage', 'exitPage'] as const).flatMap((dimension) => [
    { ...wanted, dimension, range: everything, mapping: everybody },
    { ...wanted, dimension, range: fromMidnight, mapping: everybody },
    { ...wanted, dimension, range: everything, mapping: { ...everybody, human: [] } },
  ]);
  for (const next of [...others, query]) {
    expect((await askPage(store, next)).page).toEqual((await askPage(reference, next)).page);
  }
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

/** Any history of steps, each with a store that `open` makes; it may hold nothing of the project. */
export async function agreesWithReference(
  open: (withOtherProcess: boolean) => Promise<TestedStore>,
  parameters: { numRuns: number; interruptAfterTimeLimit: number },
): Promise<void> {
  const anyHistory = fc.array(anyStep, { minLength: 5, maxLength: 40 });
  const property = fc.asyncProperty(anyHistory, fc.boolean(), async (steps, withOtherProcess) => {
    const tested = await open(withOtherProcess);
    try {
      await takeSteps(tested, steps);
    } finally {
      await tested.close();
    }
  });
  await fc.assert(property, parameters);
}

async function takeSteps(tested: TestedStore, steps: readonly Step[]): Promise<void> {
  const reference = createReferenceVisitStore();
  const next = () => tested.next();
  let pages: OpenPages | undefined;
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
        await tested.seal(step);
        break;
      case 'reopen':
        await tested.reopen();
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
        expect(await next().deletePath(project, step.path)).toEqual(await reference.deletePath(project, step.path));
        break;
      case 'deleteVisitor': {
        const visitor = visitorId(step.visitor);
        expect(await next().deleteVisitor(project, visitor)).toEqual(await reference.deleteVisitor(project, visitor));
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
        await turnAnotherWay(asked, reference, step.query);
        const [{ snapshot }, { snapshot: expectedSnapshot }] = [answer, expected];
        pages = { store: asked, query: step.query, snapshot, expectedSnapshot, isHeld: true };
        break;
      }
      default:
        expect(await ask(next(), step)).toEqual(await ask(reference, step));
    }
  }
  expect(await next().verify(project)).toMatchObject({ ok: true, differences: [] });
}
