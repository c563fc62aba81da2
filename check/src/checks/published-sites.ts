import type { CheckedSite } from '../check-site.ts';

/** What no program publishes. */
const ofNoProgram = new Set(['markdown', 'asciidoc', 'restructuredtext', 'notebooks', 'html']);

/** The sites that a program makes, known or not: other pages are shown by a code host alone. */
export function publishedSites(checked: readonly CheckedSite[]): readonly CheckedSite[] {
  return checked.filter(({ site }) => !ofNoProgram.has(site.framework));
}
