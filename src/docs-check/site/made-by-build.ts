import { extensionOf, withoutExtension } from './paths.ts';
import type { Site } from './site.ts';

const endings = ['.md', '.mdx', '/index.md', '/index.mdx', '.json', '.html'];

/** A path of which nothing but its ending can be meant. */
const anywhere = 'no-such-folder/no-such-file';

/**
 * What git leaves out is made by a build: a file by its own path, a route by the files that would be published there. The
 * same for links, imports, navigation and redirects.
 */
export function madeForSite(
  site: { readonly links: Pick<Site['links'], 'publicFolders'>; readonly routeOf: Site['routeOf'] },
  leftOut: (path: string) => boolean,
): (routeOrPath: string) => boolean {
  const roots = new Set(site.links.publicFolders);
  for (const [path, route] of site.routeOf) {
    const bare = withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '');
    if (route === '/') roots.add(bare);
    else if (`/${bare}`.endsWith(route)) roots.add(bare.slice(0, Math.max(0, bare.length - route.length)));
  }
  // `*.html` is no word about this page: what would be left out under any name says nothing.
  const telling = endings.filter((ending) => !leftOut(`${anywhere}${ending}`));
  // Of a folder that is left out as a whole, a build makes the files; pages come of their sources.
  const filesOnly = new Set(site.links.publicFolders.filter((root) => root !== '' && leftOut(`${root}/${anywhere}`)));
  return (at) => {
    if (leftOut(at)) return true;
    const inside = at.replace(/^\/|\/$/gu, '');
    if (inside === '') return false;
    const isFile = ['.md', '.mdx'].includes(extensionOf(inside));
    const mayBePage = /^(?:|\.mdx?|\.html?)$/u.test(extensionOf(inside));
    return [...roots].some(
      (root) =>
        !(filesOnly.has(root) && mayBePage) &&
        ['', ...(isFile ? [] : telling)].some((ending) =>
          leftOut(`${root === '' ? '' : `${root}/`}${inside}${ending}`),
        ),
    );
  };
}
