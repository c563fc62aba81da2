import type { Finding } from '../../../check/src/check.ts';

/** Findings that say the same, such as all links to one page that moved, in the order of their first ones. */
export function groupFindings(findings: readonly Finding[]): (readonly Finding[])[] {
  return [...Map.groupBy(findings, ({ severity, rule, message }) => `${severity} ${rule} ${message}`).values()];
}

/** Where they are, such as `a.md:3, 7; b.md`. */
export function placesOf(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, ({ path }) => path)]
    .map(([path, ofFile]) => {
      const lines = new Set(ofFile.flatMap(({ line }) => line ?? []));
      return lines.size === 0 ? path : `${path}:${[...lines].join(', ')}`;
    })
    .join('; ');
}
