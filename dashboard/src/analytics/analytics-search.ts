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

export const dimensions = {
  agent: 'Programs and browsers',
  verdict: 'Identity',
  category: 'Visitor categories',
  referrer: 'Referrers',
  country: 'Countries',
  source: 'Sources',
  entryPage: 'Entry pages',
  exitPage: 'Exit pages',
  browser: 'Browsers',
  os: 'Operating systems',
  device: 'Devices',
  host: 'Hosts',
  utmSource: 'Campaign sources',
  utmMedium: 'Campaign media',
  utmCampaign: 'Campaigns',
  status: 'HTTP statuses',
} as const;
export type Dimension = keyof typeof dimensions;

export const rowOrders = ['total', 'human', 'ai', 'value'] as const;
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
  by?: Dimension | undefined;
  /** What the table of pages is in the order of, and that of the breakdown. */
  sort?: RowOrder | undefined;
  sortBy?: RowOrder | undefined;
  /** Page of the table of pages, from 2. */
  page?: number | undefined;
  search?: string | undefined;
  /** Steps, as the API takes them. */
  funnel?: string[] | undefined;
}

/** Of a funnel. */
export const mostSteps = 8;

const day = /^\d{4}-\d{2}-\d{2}$/;

export function readAnalyticsSearch(raw: Record<string, unknown>): AnalyticsSearch {
  const { range, from, to, by, sort, sortBy, page, search, funnel } = raw;
  const steps = Array.isArray(funnel) ? funnel.filter((step) => typeof step === 'string' && step !== '') : [];
  const isDay = (value: unknown): value is string =>
    typeof value === 'string' && day.test(value) && !Number.isNaN(Date.parse(value));
  return {
    ...(typeof range === 'string' && range in ranges ? { range: range as RangeName } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(typeof by === 'string' && by in dimensions ? { by: by as Dimension } : {}),
    ...(isRowOrder(sort) ? { sort } : {}),
    ...(isRowOrder(sortBy) ? { sortBy } : {}),
    ...(typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}),
    ...(typeof search === 'string' && search !== '' ? { search: search.slice(0, 200) } : {}),
    ...(steps.length > 0 ? { funnel: steps.slice(0, mostSteps).map((step: string) => step.slice(0, 300)) } : {}),
    ...readFilters(raw),
  };
}
