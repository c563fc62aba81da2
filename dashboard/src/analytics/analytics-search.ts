import { readFilters, type Filters } from './filters.ts';

export const ranges = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  month: 'This month',
  year: 'This year',
  custom: 'Custom',
} as const;
export type RangeName = keyof typeof ranges;

/** How the lists of rows are called: pages, and what visitors can be broken down by. */
export const dimensions = {
  path: 'Pages',
  entryPage: 'Entry pages',
  exitPage: 'Exit pages',
  agent: 'AI products',
  category: 'Kinds of AI',
  verdict: 'Identity of AI',
  referrer: 'Referrers',
  utmSource: 'Campaign sources',
  utmMedium: 'Campaign media',
  utmCampaign: 'Campaigns',
  country: 'Countries',
  browser: 'Browsers',
  os: 'Operating systems',
  device: 'Devices',
  source: 'Sources',
  host: 'Hosts',
  status: 'HTTP statuses',
} as const;
export type Dimension = keyof typeof dimensions;

/** Lists that a dialog shows whole. */
export type WholeList = Dimension | 'missing';
/** What a dialog shows: a whole list, or what happens now. */
type Shown = WholeList | 'live';

export const intervals = { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' } as const;
export type Interval = keyof typeof intervals;

export const comparisons = {
  weekdays: 'Previous period, same weekdays',
  previous: 'Previous period',
  year: '52 weeks earlier',
  custom: 'Custom period',
  off: 'No comparison',
} as const;
export type Comparison = keyof typeof comparisons;

/** `growth` and `decline` are those of the change since the comparison. */
export const rowOrders = ['total', 'human', 'ai', 'value', 'growth', 'decline'] as const;
export type RowOrder = (typeof rowOrders)[number];

function isRowOrder(value: unknown): value is RowOrder {
  return rowOrders.some((order) => order === value);
}

/** What the page shows stands in the address; without a value, its default. */
export interface AnalyticsSearch extends Filters {
  range?: RangeName | undefined;
  /** First and last day of a custom range, both included, as `YYYY-MM-DD`. */
  from?: string | undefined;
  to?: string | undefined;
  /** What the numbers are compared with; without it, the same weekdays before. */
  compare?: Comparison | undefined;
  /** First and last day of a custom comparison. */
  compareFrom?: string | undefined;
  compareTo?: string | undefined;
  /** Without it, it follows from the length of the range. */
  interval?: Interval | undefined;
  /** What a dialog shows; of a whole list, with its order, its page from 2, and what is searched for in it. */
  all?: Shown | undefined;
  sort?: RowOrder | undefined;
  page?: number | undefined;
  search?: string | undefined;
  /** Steps, as the API takes them. */
  funnel?: string[] | undefined;
}

/** Of a funnel. */
export const mostSteps = 8;

const day = /^\d{4}-\d{2}-\d{2}$/;

export function readAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  const { from, to, compareFrom, compareTo, sort, page, search, funnel } = raw;
  const steps = Array.isArray(funnel) ? funnel.filter((step) => typeof step === 'string' && step !== '') : [];
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value));
  const choices = {
    range: ranges,
    compare: comparisons,
    interval: intervals,
    all: { ...dimensions, missing: '', live: '' },
  };
  return {
    ...Object.fromEntries(
      Object.entries(choices).flatMap(([name, options]) => {
        const value = raw[name];
        return typeof value === 'string' && Object.hasOwn(options, value) ? [[name, value]] : [];
      }),
    ),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isDay(compareFrom) ? { compareFrom } : {}),
    ...(isDay(compareTo) ? { compareTo } : {}),
    ...(isRowOrder(sort) ? { sort } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(typeof search === 'string' && search !== '' ? { search: search.slice(0, 200) } : {}),
    ...(steps.length > 0 ? { funnel: steps.slice(0, mostSteps).map((step: string) => step.slice(0, 300)) } : {}),
    ...readFilters(raw),
  };
}
