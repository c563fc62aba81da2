import { plainValue } from './plain-names.ts';

/** What views can be filtered by, with what it is called where one value of it is chosen. */
export const filterNames = {
  path: 'Page',
  agent: 'Program',
  category: 'Category',
  referrer: 'Referrer',
  country: 'Country',
  source: 'Source',
  verdict: 'Identity',
  entryPage: 'Entry page',
  exitPage: 'Exit page',
  browser: 'Browser',
  os: 'Operating system',
  device: 'Device',
  host: 'Host',
  utmSource: 'Campaign source',
  utmMedium: 'Campaign medium',
  utmCampaign: 'Campaign',
  status: 'HTTP status',
} as const;
export type FilterName = keyof typeof filterNames;

/** By name: values as the API takes them, `!` before one that is left out, `*` for any text. */
export type Filters = Partial<Record<FilterName, string[]>>;

const names = Object.keys(filterNames) as FilterName[];

/** Of what stands in an address, in which one value needs no brackets, and a number or a word may be one. */
export function readFilters(raw: Record<string, unknown>): Filters {
  const entries = names.flatMap((name) => {
    const rawValues: unknown[] = Array.isArray(raw[name]) ? raw[name] : [raw[name]];
    const values = rawValues
      .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
      .map((value) => String(value).slice(0, 2_048))
      .filter((value) => value !== '' && value !== '!');
    return values.length === 0 ? [] : [[name, values.slice(0, 50)] as const];
  });
  return Object.fromEntries(entries);
}

export function hasFilters(search: Filters): boolean {
  return names.some((name) => search[name] !== undefined);
}

/** The value and nothing else, whatever signs are in it. */
export function exactly(value: string): string {
  return value.replace(/^!|[*\\]/g, String.raw`\$&`);
}

/**
 * What stands in the address beside filters; `page` is that of a list, which begins anew with other filters. Addresses of other
 * pages have words of their own by the same names.
 */
type Filtered = Partial<Record<FilterName, string | string[] | undefined>> & {
  page?: number | undefined;
  /** The list shown whole, and what is searched for in it: a filter leads from there back to all numbers. */
  all?: unknown;
  sort?: unknown;
  search?: unknown;
};

export interface FilterValue {
  readonly name: FilterName;
  /** As the API takes it. */
  readonly value: string;
}

/** The search with the value, or without it where it is there already. A list begins with its first rows again. */
export function toggled<Search extends Filtered>(search: Search, { name, value }: FilterValue): Search {
  const before = valuesOf(search, name);
  return withValues(
    search,
    name,
    before.includes(value) ? before.filter((candidate) => candidate !== value) : [...before, value],
  );
}

/** The search with the opposite of one of its values. */
export function inverted<Search extends Filtered>(search: Search, { name, value }: FilterValue): Search {
  const opposite = value.startsWith('!') ? value.slice(1) : `!${value}`;
  return withValues(
    search,
    name,
    valuesOf(search, name).map((candidate) => (candidate === value ? opposite : candidate)),
  );
}

export function withoutFilters<Search extends Filtered>(search: Search): Search {
  return { ...search, ...Object.fromEntries(names.map((name) => [name, undefined])), page: undefined };
}

function valuesOf(search: Filtered, name: FilterName): string[] {
  return [search[name] ?? []].flat();
}

function withValues<Search extends Filtered>(search: Search, name: FilterName, values: readonly string[]): Search {
  const list = { page: undefined, all: undefined, sort: undefined, search: undefined };
  return { ...search, ...list, [name]: values.length === 0 ? undefined : [...values] };
}

/** Every value that is filtered by, in words. */
export function describeFilters(filters: Filters): (FilterValue & { isUnwanted: boolean; text: string })[] {
  return names.flatMap((name) =>
    (filters[name] ?? []).map((value) => {
      const isUnwanted = value.startsWith('!');
      const text = isUnwanted ? value.slice(1) : value;
      return { name, value, isUnwanted, text: plainValue(name, text.replace(/\\([*!\\])/g, '$1')) };
    }),
  );
}

/** Whose views are shown: everybody's, or those of people or AI alone, which is a filter by category. */
export const audiences = { all: 'Everyone', people: 'People', ai: 'AI' } as const;
export type Audience = keyof typeof audiences;
const categoryOf: Readonly<Record<Audience, string[] | undefined>> = {
  all: undefined,
  people: ['human'],
  ai: ['!human'],
};

/** Undefined where the filter by category is another one. */
export function audienceOf({ category }: Filters): Audience | undefined {
  const all = Object.keys(audiences) as Audience[];
  return all.find((audience) => JSON.stringify(categoryOf[audience]) === JSON.stringify(category));
}

export function withAudience<Search extends Filtered>(search: Search, audience: Audience): Search {
  return { ...search, category: categoryOf[audience], page: undefined };
}
