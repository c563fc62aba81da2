import type { CheckRequest, DocsTree } from './docs-check.ts';

/**
 * The tree before the change. Files that the request does not name as changed are read from the tree as it stands,
 * which is quicker and lets both checks share their work.
 */
export function createBaseTree({ tree, base, changed }: CheckRequest): DocsTree {
  if (base === undefined) return tree;
  if (changed === undefined) return base;
  const touched = new Set(changed);
  return {
    list: () => base.list(),
    symbolicLinks: async () => ((await tree.symbolicLinks?.()) ?? []).filter((path) => !touched.has(path)),
    read: (path) => (touched.has(path) ? base.read(path) : tree.read(path)),
  };
}
