import type { FileIndex } from '../site/file-index.ts';
import { isMajority } from '../site/habit.ts';
import { resolveLink } from '../site/resolve-link.ts';
import type { Site } from '../site/site.ts';
import type { MarkedProblem } from './marked-problem.ts';

/**
 * Programs that put the folder of the host before addresses themselves: where it stands in a link, it is there twice.
 * https://docusaurus.io/docs/markdown-features/links, https://vitepress.dev/guide/asset-handling#base-url
 */
const putFolder = new Set(['docusaurus', 'vitepress', 'rspress']);
/** Links that are told one by one: a site has hardly more slips of one kind. */
const mostOfOneKind = 100;

/**
 * The first folder of addresses from the top that lead to nothing, where nearly all lead to a page without it: a slip of whoever wrote
 * them, since a host that puts this folder before all addresses would make none of them right. Undefined for any others.
 */
export function folderInVain(members: readonly MarkedProblem[], site: Site, files: FileIndex): string | undefined {
  if (!putFolder.has(site.framework) || site.links.rewritten || members.length > mostOfOneKind) return undefined;
  const written = members.map(({ problem: { path, sought } }) => ({ path, address: sought?.written ?? '' }));
  const [folder] = /^\/[^/?#]+(?=\/)/u.exec(written[0]?.address ?? '') ?? [];
  if (folder === undefined || !written.every(({ address }) => address.startsWith(`${folder}/`))) return undefined;
  const different = new Map(written.map((one) => [one.address, one]));
  const others = [...different.values()].filter(({ path, address }) => {
    const link = { url: address.slice(folder.length), kind: 'page', element: 'markdown' } as const;
    return resolveLink(site, files, path, link).kind !== 'page';
  });
  return isMajority(different.size, others.length) ? folder : undefined;
}
