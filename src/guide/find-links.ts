import type { Nodes } from 'mdast';

/** Targets of all links, in the order of the text. */
export function findLinks(nodes: readonly Nodes[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.type === 'link' ? [node.url] : []),
    ...('children' in node ? findLinks(node.children) : []),
  ]);
}
