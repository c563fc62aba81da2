import { looseForm } from '../site/slugs.ts';
import type { PageProblem, Place } from './page-facts.ts';

/**
 * Cross references of a page to anchors with an attribute that is set elsewhere, such as `{context}`. Whatever that is, one that differs
 * from a single id of the page by its signs alone was meant to be that.
 */
export function createOpenReferences() {
  const ids = new Set<string>();
  const named: (Place & { readonly anchor: string })[] = [];
  return {
    has: (id: string): void => void ids.add(id),
    names: (anchor: string, place: Place): void => void named.push({ anchor, ...place }),
    slips(): readonly PageProblem[] {
      const alike = Map.groupBy(ids, looseForm);
      return named.flatMap(({ anchor, line, column }) => {
        const [meant, ...others] = ids.has(anchor) ? [] : (alike.get(looseForm(anchor)) ?? []);
        if (meant === undefined || others.length > 0) return [];
        const message = `This page has no anchor #${anchor}. Did you mean #${meant}? Not certain: another page may bring it.`;
        return [{ rule: 'broken-anchor', severity: 'warning', line, column, message }];
      });
    },
  };
}
