import type { Link } from '../pages/page-facts.ts';
import type { SiteProblem } from '../site/site.ts';
import type { CheckContext } from './check-context.ts';

/** A link to an anchor of a page of the site. */
export interface Anchored {
  readonly path: string;
  readonly link: Link;
  readonly page: string;
  readonly anchor: string;
}

/** What a way of making anchors from headings gives; a program names its own with other signs. */
export const ofHeading = /^[\p{L}\p{N}_-]+$/u;

export function* anchored(context: CheckContext): Iterable<Anchored> {
  for (const [path, { links }] of context.site.pages) {
    const targets = context.targetsOf(path);
    for (const [index, link] of links.entries()) {
      const target = targets[index];
      const anchor = target?.kind === 'page' ? target.anchor : undefined;
      if (target?.kind !== 'page' || anchor === undefined || anchor === '' || target.redirected !== undefined) continue;
      if (ofHeading.test(anchor) && link.element !== 'ref') yield { path, link, page: target.path, anchor };
    }
  }
}

export function distinct(all: readonly Anchored[]): number {
  return new Set(all.map(({ page, anchor }) => `${page}#${anchor}`)).size;
}

export function broken({ path, link, page, anchor }: Anchored, near: string | undefined, why: string): SiteProblem {
  const where = page === path ? 'This page' : page;
  const advice = near === undefined ? '' : ` Did you mean #${near}?`;
  return {
    path,
    line: link.line,
    column: link.column,
    rule: 'broken-anchor',
    severity: 'warning',
    message: `${where} has no anchor #${anchor} that is read.${advice} Not certain: ${why}.`,
  };
}
