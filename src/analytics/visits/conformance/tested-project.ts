import { duration } from '../../../kernel/clock.ts';
import type { TrafficCategory, View, ViewContext } from '../view.ts';
import type { CountQuery, CountRow, DailyLimits, PageQuery, VisitStore, WalkQuery } from '../visit-store.ts';
import { defaultMapping } from '../visit-store.ts';

export const { day, hour } = duration;
/** A Wednesday. */
export const start = Date.parse('2026-07-01T00:00:00Z');

/** Of the store under test. */
export const dailyLimits: DailyLimits = { paths: 5, values: 30 };

/** A view with what the test cares about; the visitor is a small number. */
export function view(
  visitor: number,
  path: string,
  timestampMs: number,
  changes: { category?: TrafficCategory } & Partial<Omit<View, 'visitor' | 'path' | 'timestampMs'>> = {},
): View {
  const { category = 'human', ...rest } = changes;
  return {
    timestampMs,
    visitor: visitorId(visitor),
    path,
    classification: {
      category,
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: 'Mozilla/5.0', accept: undefined },
    referrer: undefined,
    country: undefined,
    source: 'server',
    eventId: undefined,
    ...rest,
  };
}

export const noContext: ViewContext = {
  host: undefined,
  status: undefined,
  utmSource: undefined,
  utmMedium: undefined,
  utmCampaign: undefined,
  event: undefined,
};

export function visitorId(visitor: number): Uint8Array {
  const id = new Uint8Array(16).fill(visitor & 0xff);
  new DataView(id.buffer).setUint32(4, visitor);
  return id;
}

/** A project that no other test knows, in the store under test. */
export interface TestedProject {
  readonly store: VisitStore;
  readonly project: string;
  /** Another project that no other test knows. */
  readonly neighbour: string;
  /** Visitors by path of the whole project. */
  readonly everything: PageQuery;
  /** Value, human, AI and total of each row of `everything` with the changes. */
  readonly rows: (changes?: Partial<CountQuery>) => Promise<(string | number)[][]>;
  readonly walked: (changes?: Partial<WalkQuery>) => Promise<CountRow[]>;
}

export type NewProject = () => TestedProject;

export function testedProject(store: VisitStore, number: number): TestedProject {
  const project = `docs-${number}`;
  const everything: PageQuery = {
    projectId: project,
    measure: 'visitors',
    dimension: 'path',
    range: { from: undefined, to: undefined },
    mapping: defaultMapping,
    limit: 50,
    offset: 0,
    snapshot: undefined,
  };
  return {
    store,
    project,
    neighbour: `neighbour-${number}`,
    everything,
    async rows(changes) {
      const page = await store.countPage({ ...everything, ...changes });
      return page.rows.map((row) => [row.value, row.human, row.ai, row.total]);
    },
    async walked(changes) {
      const { rows } = await store.walk({ ...everything, ...changes });
      return (await Array.fromAsync(rows)).flat();
    },
  };
}
