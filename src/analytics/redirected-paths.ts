import { matchStars, type PathMatcher } from '../kernel/match-stars.ts';
import type { DeclaredRedirects } from '../contract/declared-redirects.ts';
import { takeTurns, pause } from './in-turns.ts';
import { normalisePath } from './path.ts';

/** Patterns with stars that each path is compared with: sites have some dozens. */
const mostComparisons = 1_000;

/**
 * For each of the paths, as views have them, whether one of the redirects covers it; undefined where that is not known. What
 * stands in redirects are addresses before `basePath` is taken off, or after.
 */
export async function findRedirected(
  paths: readonly string[],
  redirects: DeclaredRedirects | undefined,
  basePath: string,
): Promise<(boolean | undefined)[]> {
  if (redirects === undefined) return paths.map(() => undefined);
  const exact = new Set<string>();
  const patterns: { readonly start: string; readonly matches: PathMatcher }[] = [];
  await takeTurns(redirects.patterns, (pattern) => {
    if (!/[*?]/.test(pattern)) exact.add(normalisePath(pattern, basePath));
    else if (patterns.length < mostComparisons) patterns.push(...bothWays(pattern, basePath).map(patternOf));
  });
  const isWhole = redirects.whole && patterns.length < mostComparisons;
  const covered = new Set<string>();
  const comparisons = function* () {
    for (const path of paths) {
      if (exact.has(path)) covered.add(path);
      for (const pattern of patterns) if (!covered.has(path) && path.startsWith(pattern.start)) yield { path, pattern };
      yield pause;
    }
  };
  await takeTurns(comparisons(), ({ path, pattern }) => {
    if (pattern.matches(path.slice(1))) covered.add(path);
  });
  return paths.map((path) => covered.has(path) || (isWhole ? false : undefined));
}

function bothWays(pattern: string, basePath: string): string[] {
  return basePath !== '' && pattern.startsWith(`${basePath}/`) ? [pattern, pattern.slice(basePath.length)] : [pattern];
}

function patternOf(pattern: string): { start: string; matches: PathMatcher } {
  // Views have a page without its ending.
  const page = pattern.replace(/\.(?:html|mdx?)$/, '');
  const start = /^[^*?]*/.exec(page)?.[0] ?? '';
  // Of `/old/**` the folder itself is covered too, which has no slash at its end.
  return { start: start.replace(/\/$/, ''), matches: matchStars(page.slice(1), { dot: true }) };
}
