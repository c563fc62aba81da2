import { createTextPlaces } from '../site/text-places.ts';
import type { Dialect, Link, PageFacts } from './page-facts.ts';

/** Addresses in the frontmatter, as the dialect names their fields. `source` is the page. */
export function findFrontmatterLinks(
  data: PageFacts['frontmatter'],
  source: string,
  { frontmatterLinks = [] }: Dialect,
): readonly Link[] {
  const places = createTextPlaces(source);
  return frontmatterLinks.flatMap(({ at, kind, absolute }) =>
    valuesAt(data, at.split('.'))
      .filter((url) => url !== '' && (absolute !== true || /^\/(?!\/)/u.test(url)))
      .map((url) => ({ ...places.next(url), kind, url, element: 'frontmatter', range: undefined })),
  );
}

function valuesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  if (name === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[name], rest);
}
