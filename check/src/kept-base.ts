import { createBaseTree } from './base-tree.ts';
import type { CheckedTree } from './checked-tree.ts';
import type { CheckRequest, DocsTree } from './docs-check.ts';

/**
 * The tree before a change, checked: the same for every check of a job, so the last one is kept. Only a tree that has an
 * `id` is.
 */
export interface KeptBase {
  /** What is known of the base of this request; what is not known yet is read with the request from now on. */
  find(request: CheckRequest): CheckedTree | undefined;
  check(request: CheckRequest, check: (base: DocsTree) => Promise<CheckedTree>): Promise<CheckedTree>;
}

export function keepBase(docsFolderOf: (request: CheckRequest) => string): KeptBase {
  let kept: { readonly key: string; readonly checked: CheckedTree; readonly source: { tree: DocsTree } } | undefined;
  const keyOf = (request: CheckRequest): string | undefined =>
    request.base?.id === undefined ? undefined : `${request.base.id}\0${docsFolderOf(request)}`;
  return {
    find(request) {
      if (kept === undefined || kept.key !== keyOf(request)) return undefined;
      kept.source.tree = createBaseTree(request);
      return kept.checked;
    },
    async check(request, check) {
      const source = { tree: createBaseTree(request) };
      const checked = await check({
        list: () => source.tree.list(),
        symbolicLinks: async () => (await source.tree.symbolicLinks?.()) ?? [],
        read: (path) => source.tree.read(path),
      });
      const key = keyOf(request);
      if (key !== undefined) kept = { key, checked, source };
      return checked;
    },
  };
}
