import { createLineIndex } from '../page/page-facts.ts';
import type { SiteProblem } from './site.ts';

/** Parses JSON; a fault becomes a finding with the place that the engine names. */
export function parseJson(text: string, path: string): { readonly value: unknown } | { readonly problem: SiteProblem } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/u, '')) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = /at position (\d+)/u.exec(reason)?.[1];
    const place = createLineIndex(text).placeOf(position === undefined ? text.length : Number(position));
    const short = reason.replace(/ (?:in JSON )?at position.*$/su, '').replace(/, ".*$/su, '');
    return {
      problem: {
        path,
        rule: 'settings-syntax',
        ...place,
        message: `This is not valid JSON: ${short}.`,
      },
    };
  }
}
