import { within } from './paths.ts';

/** Whether a route or path is that of the folder, or of something in it. */
export function isBelow(folder: string, at: string): boolean {
  return at === folder || within(folder, at) !== undefined;
}

/** How the locales of a site fall back on each other. */
export interface Locales {
  /** Locales that have a prefix of their own. */
  readonly prefixed: readonly string[];
  /** True where an untranslated page is shown in the default locale. */
  readonly fallsBack: boolean;
}

/**
 * The locale prefixes with which a route on a page in `own` is looked up. A route that names a locale is read as written; without a
 * fallback, a page counts in its own locale alone.
 */
export function prefixesFor(
  { prefixed, fallsBack }: Locales,
  own: string | undefined,
  route: string,
): readonly string[] {
  if (own === undefined || prefixed.some((name) => isBelow(`/${name}`, route))) return [''];
  return fallsBack ? [`/${own}`, ''] : [`/${own}`];
}
