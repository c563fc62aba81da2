import { recordOf, textOf } from '../../settings/narrow.ts';
import { parseValue } from '../../settings/parse-settings.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, folderOf, joinPath, normaliseRoute, within } from '../../site/paths.ts';
import { createRouteTable } from '../../site/route-table.ts';
import type { Site } from '../../site/site.ts';
import { namesPage, provesAddresses } from '../generators/proven-addresses.ts';
import type { ReadSettings } from '../generators/read-settings.ts';

/** Lists that Retype writes itself. https://retype.com/configuration/reserved_words/ */
const ofRetype = /^\/(?:blog|categories|tags|changelog|sitemap|search)(?:\/|$)/u;

/**
 * Gives the pages of a site of Retype their addresses: each by its file, in small letters, unless the page says another. An address
 * from the top is that of a page, of its source, or of a file of the folder of pages.
 * https://retype.com/configuration/project/#input, https://retype.com/configuration/page/#route
 */
export async function readRetype(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const settings = recordOf(parseValue((await files.readText(configPath)) ?? '', configPath));
  const content = joinPath(root, textOf(settings['input']) ?? '') ?? root;
  const output = joinPath(root, textOf(settings['output']) ?? '.retype');
  const isPage = (path: string): boolean =>
    output === undefined || output === root || within(output, path) === undefined;
  const routeOf = (path: string): string =>
    normaliseRoute((within(content, path) ?? path).toLowerCase().replace(/(?:(?:^|\/)(?:index|readme))?\.md$/u, ''));
  /** Those of folders, whose address is a list of their pages or, in `index.yml`, told otherwise. */
  const folders = new Set(
    files.paths.flatMap((path) => {
      const folder = within(content, path)
        ?.replace(/\/?[^/]*$/u, '')
        .toLowerCase();
      return folder === undefined ? [] : [normaliseRoute(folder)];
    }),
  );
  const mayBeOther = await hasRoutesOfFolders(files, content);

  const refine = (site: Site): Site => {
    const table = createRouteTable(
      [...site.pages].map(([path, { frontmatter }]) => {
        const own = [frontmatter['route'], frontmatter['permalink']].flatMap((one) => textOf(one) ?? []);
        return [path, [...own.map(normaliseRoute), routeOf(path)]] as const;
      }),
    );
    const find = (url: string): LinkTarget | undefined => {
      const address = parseAddress(url);
      if (address.kind !== 'internal' || !address.path.startsWith('/')) return undefined;
      const route = normaliseRoute(address.path).toLowerCase();
      const bare = route.replace(/(?:(?:^|\/)(?:index|readme))?\.(?:md|html?)$/u, '');
      // The source of a page is named by its file, and no other ending is one.
      const path = table.routes.get(normaliseRoute(bare));
      if (path !== undefined) return { kind: 'page', path, anchor: address.anchor };
      const file = joinPath(content, address.path);
      if (file !== undefined && files.has(file)) return { kind: 'file', path: file };
      return folders.has(bare) || ofRetype.test(route) ? { kind: 'unjudged' } : undefined;
    };
    let proven: boolean | undefined;
    const isProven = (): boolean =>
      (proven ??= !mayBeOther && provesAddresses(site, (_from, url) => find(url)?.kind !== undefined));
    return {
      ...site,
      routes: table.routes,
      routeOf: table.routeOf,
      links: {
        ...site.links,
        publicFolders: [content],
        findsSources: true,
        mayAnswer: (route) => mayBeOther || ofRetype.test(route),
        resolve: (_from, { url }) => find(url),
        unknowable: (at, link) =>
          !(link !== undefined && isOfPage(link.written) && isProven()) && site.links.unknowable(at, link),
      },
    };
  };
  const isApart = output !== undefined && output !== root && output !== content;
  return { content: [content], unpublished: isApart ? [output] : [], isPage, refine };
}

function isOfPage(written: string): boolean {
  return namesPage(written) || (written.startsWith('/') && ['.md', '.mdx'].includes(extensionOf(written)));
}

/** A folder may have another address than its own, with all below it. https://retype.com/configuration/folder/#route */
async function hasRoutesOfFolders(files: FileIndex, content: string): Promise<boolean> {
  for (const path of files.paths) {
    const inside = within(content, path);
    if (inside === undefined || !/(?:^|\/)index\.yml$/u.test(inside)) continue;
    const [, route] = /^route\s*:\s*["']?([^\s"'#]+)/mu.exec((await files.readText(path)) ?? '') ?? [];
    if (route !== undefined && normaliseRoute(route).toLowerCase() !== normaliseRoute(folderOf(inside)).toLowerCase())
      return true;
  }
  return false;
}
