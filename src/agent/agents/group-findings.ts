import type { Finding } from '../../../check/src/check.ts';

/** Groups findings with the same message, such as all links to one moved page, in order of first occurrence. */
export function groupFindings(findings: readonly Finding[]): (readonly Finding[])[] {
  return [...Map.groupBy(findings, ({ severity, rule, message }) => `${severity} ${rule} ${message}`).values()];
}

/** The places of findings, such as `a.md:3, 7; b.md`. */
export function placesOf(findings: readonly Finding[]): string {
  return [...Map.groupBy(findings, ({ path }) => path)]
    .map(([path, ofFile]) => {
      const lines = new Set(ofFile.flatMap(({ line }) => line ?? []));
      return lines.size === 0 ? path : `${path}:${[...lines].join(', ')}`;
    })
    .join('; ');
}
