import fc from 'fast-check';
import { expect } from 'vitest';
import { noContext, view, visitorId } from '../../src/analytics/visits/conformance/tested-project.ts';
import type { View } from '../../src/analytics/visits/view.ts';
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

/**
 * Many visits of few visitors around a midnight, with steps in every order, asked about in every range and as every class that divides them, once more in
 * the reverse order, and again after further views and a deletion: any history has too few views of one visitor for that.
 */
export async function countsVisitsAsReference(tested: Pick<TestedStore, 'next' | 'seal'>): Promise<void> {
  const reference = createReferenceVisitStore();
  const midnight = start + 3 * duration.day;
  // Of tens of minutes, so that many pauses are as long as ends a visit; a few of an odd millisecond more.
  const ofVisitor = fc.record({
    tens: fc.integer({ min: -30, max: 30 }),
    more: fc.constantFrom(0, 0, 0, 1),
    visitor: fc.nat({ max: 40 }),
    path: fc.constantFrom('/', '/a', '/b', '/c'),
    category: fc.constantFrom('human' as const, 'human' as const, 'assistant' as const, 'seo' as const),
    source: fc.constantFrom('server' as const, 'server' as const, 'tracker' as const),
    event: fc.constantFrom(undefined, undefined, undefined, 'signup'),
  });
  const anyViews = ofVisitor.map(({ tens, more, visitor, path, event, ...changes }) =>
    view(visitor, path, midnight + tens * 10 * duration.minute + more, {
      ...changes,
      context: { ...noContext, event },
    }),
  );
  const append = async (views: readonly View[]) => {
    for (const store of [reference, tested.next()]) await store.append(project, views);
  };
  const ranges = [
    everything,
    fromMidnight,
    { from: undefined, to: midnight + duration.hour },
    { from: midnight - 95 * duration.minute, to: midnight + 95 * duration.minute },
  ];
  const mappings = [everybody, { ...everybody, human: [] }, { ...everybody, ai: [] }, defaultMapping];
  const whole = { measure: 'visitors', snapshot: undefined, limit: 50, offset: 0 } as const;
  const ofEntry = { dimension: 'entryPage', anyOf: [['/a']], noneOf: [] } as const;
  const questions = ranges.flatMap((range) =>
    mappings.flatMap((mapping) => [
      { ...whole, dimension: 'entryPage' as const, range, mapping, filters: [] },
      { ...whole, dimension: 'exitPage' as const, range, mapping, filters: [] },
      { ...whole, dimension: 'path' as const, range, mapping, filters: [ofEntry] },
    ]),
  );
  const goals = ['/c', '/a', 'signup', '/', '/b'].map((text) =>
    text.startsWith('/') ? { paths: [[text]], events: [] } : { paths: [], events: [[text]] },
  );
  const reached = ranges.flatMap((range) =>
    mappings.flatMap((mapping) =>
      [true, false].map((inOrder) => ({ projectId: project, range, mapping, filters: [], goals, inOrder })),
    ),
  );
  const askAll = async () => {
    for (const query of reached) {
      expect(await tested.next().countReached(query), JSON.stringify(query)).toEqual(
        await reference.countReached(query),
      );
    }
    for (const query of [...questions, ...questions.toReversed()]) {
      const asked = (await askPage(tested.next(), query)).page;
      expect(asked, JSON.stringify(query)).toEqual((await askPage(reference, query)).page);
    }
  };
  const [first = [], further = []] = fc.sample(fc.array(anyViews, { minLength: 500, maxLength: 500 }), {
    numRuns: 2,
    seed: 15,
  });
  await append(first);
  await tested.seal({ kind: 'seal', segmentsPerDay: 2, idsPerPage: 16, blockRows: 1_000 });
  await askAll();
  await append(further);
  await askAll();
  for (const store of [reference, tested.next()]) await store.deletePath(project, '/b');
  await askAll();
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
