/** Patterns of addresses, as Jekyll fills them in. https://jekyllrb.com/docs/permalinks/ */

const styles: Readonly<Record<string, string>> = {
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  date: '/:categories/:year/:month/:day/:title:output_ext',
  none: '/:categories/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
};

/** The pattern of posts that a style means, or the pattern itself. */
export function styleOf(permalink: string): string {
  return Object.hasOwn(styles, permalink) ? (styles[permalink] ?? permalink) : permalink;
}

/** A page and a file of a collection end as posts do. https://github.com/jekyll/jekyll/blob/master/lib/jekyll/utils.rb */
export function withSuffix(pattern: string, permalink: string): string {
  if (permalink === 'pretty') return `${pattern}/`;
  if (['date', 'ordinal', 'none'].includes(permalink)) return `${pattern}:output_ext`;
  const end = permalink.endsWith('/') ? '/' : permalink.endsWith(':output_ext') ? ':output_ext' : '';
  return pattern + end;
}

export interface Values {
  readonly path: string;
  readonly basename: string;
  readonly output_ext: string;
  readonly collection?: string;
  readonly name?: string;
  /** The name of the file without a date. */
  readonly title?: string;
  readonly slug?: string | undefined;
  /** `2024-05-06`, with or without a time. */
  readonly date?: string;
  readonly categories?: readonly string[];
}

/** https://github.com/jekyll/jekyll/blob/master/lib/jekyll/drops/url_drop.rb */
export function expandPermalink(pattern: string, values: Values): string {
  const [, year = '', month = '', day = ''] = /^(\d{2,4})-(\d{1,2})-(\d{1,2})/u.exec(values.date ?? '') ?? [];
  const fullYear = year.length === 2 ? `20${year}` : year;
  const named = values.slug ?? values.title ?? values.basename;
  const replaced: Readonly<Record<string, string>> = {
    path: values.path,
    basename: values.basename,
    output_ext: values.output_ext,
    collection: values.collection ?? '',
    name: slugified(values.name ?? values.basename),
    title: prettySlug(named),
    slug: slugified(named),
    categories: (values.categories ?? []).map((one) => one.toLowerCase()).join('/'),
    slugified_categories: (values.categories ?? []).map(slugified).join('/'),
    year: fullYear,
    short_year: fullYear.slice(-2),
    month: month.padStart(2, '0'),
    i_month: month.replace(/^0/u, ''),
    short_month: namesOfMonths[Number(month) - 1]?.slice(0, 3) ?? '',
    long_month: namesOfMonths[Number(month) - 1] ?? '',
    day: day.padStart(2, '0'),
    i_day: day.replace(/^0/u, ''),
    y_day: dayOfYear(Number(fullYear), Number(month), Number(day)),
  };
  const filled = pattern.replace(/:([a-z_]+)/gu, (whole, written: string) => {
    // `:title_a` is the title with something behind it.
    for (let name = written; name !== ''; name = name.slice(0, -1))
      if (Object.hasOwn(replaced, name)) return (replaced[name] ?? '') + written.slice(name.length);
    return whole;
  });
  return `/${filled}`.replace(/\/{2,}/gu, '/');
}

const namesOfMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function dayOfYear(year: number, month: number, day: number): string {
  const days = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 0)) / 86_400_000;
  return Number.isFinite(days) ? String(days).padStart(3, '0') : '';
}

/** `pretty`, with its capitals kept. https://jekyllrb.com/docs/liquid/filters/#options-for-the-slugify-filter */
function prettySlug(text: string): string {
  return text.replace(/[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu, '-').replace(/^-|-$/gu, '');
}

function slugified(text: string): string {
  return text
    .replace(/[^\p{M}\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/gu, '')
    .toLowerCase();
}
