import type { Finding } from './docs-check.ts';

/** Puts the fixes of one file into its text, from the end so that offsets stay true. Of two that overlap the first stays. */
export function applyFixes(
  text: string,
  findings: readonly Finding[],
): { readonly text: string; readonly applied: number } {
  const fixes = findings.flatMap(({ fix }) => fix ?? []).toSorted((one, other) => one.range[0] - other.range[0]);
  let end = 0;
  const kept = fixes.filter(({ range }) => {
    const fits = range[0] >= end && range[1] <= text.length;
    if (fits) end = range[1];
    return fits;
  });
  const fixed = kept.reduceRight(
    (result, fix) => result.slice(0, fix.range[0]) + fix.text + result.slice(fix.range[1]),
    text,
  );
  return { text: fixed, applied: kept.length };
}
