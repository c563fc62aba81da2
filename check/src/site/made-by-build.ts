import { sourceEndings } from './file-endings.ts';
import { extensionOf, within, withoutExtension } from './paths.ts';
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
  const ofPages = new Set<string>();
  for (const [path, route] of site.routeOf) {
    const bare = withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '');
    if (route === '/') ofPages.add(bare);
    else if (`/${bare}`.endsWith(route)) ofPages.add(bare.slice(0, Math.max(0, bare.length - route.length)));
  }
  const below = (root: string): string => (root === '' ? '' : `${root}/`);
  // `*.html` is no word about this page: what would be left out under any name says nothing.
  const rootAt = (root: string) => ({
    root,
    telling: endings.filter((ending) => !leftOut(`${below(root)}${anywhere}${ending}`)),
  });
  const ofFiles = [...new Set(site.links.publicFolders)].map(rootAt);
  const roots = [...ofFiles, ...[...ofPages].filter((root) => !site.links.publicFolders.includes(root)).map(rootAt)];
  const prefixed = belowPrefix(site.routeOf);
  const pagesBelow = prefixed && rootAt(prefixed.folder);
  /** From where the path of a file is told. */
  const top = rootAt('');
  // Of a folder that is left out as a whole, a build makes the files; pages come of their sources.
  const filesOnly = new Set(site.links.publicFolders.filter((root) => root !== '' && leftOut(`${root}/${anywhere}`)));
  const isLeftOut = ({ root, telling }: ReturnType<typeof rootAt>, inside: string): boolean =>
    ['', ...(sourceEndings.has(extensionOf(inside)) ? [] : telling)].some((ending) =>
      leftOut(`${below(root)}${inside}${ending}`),
    );
  return (at) => {
    // Where the pages lie is known: a folder of that name at the top of the repository is no place of theirs.
    if ((ofPages.size === 0 || !at.startsWith('/')) && leftOut(at)) return true;
    const inside = at.replace(/^\/|\/$/gu, '');
    if (inside === '') return false;
    const afterPrefix = prefixed && within(prefixed.prefix, at);
    if (pagesBelow !== undefined && afterPrefix !== undefined && isLeftOut(pagesBelow, afterPrefix)) return true;
    const mayBePage = /^(?:|\.mdx?|\.html?)$/u.test(extensionOf(inside));
    const isPath = !at.startsWith('/') && roots.some(({ root }) => root !== '' && within(root, at) !== undefined);
    // From the top, what is no page is published from folders of files, where the site has some.
    const fromTop = !mayBePage && at.startsWith('/') && ofFiles.length > 0 ? ofFiles : roots;
    return [...(isPath ? [] : fromTop), ...(at.startsWith('/') ? [] : [top])].some(
      (place) => !(filesOnly.has(place.root) && mayBePage) && isLeftOut(place, inside),
    );
  };
}

/** The folder of most pages, where all of these are published below an address that is no folder: `/docs/a` for `content/a.md`. */
function belowPrefix(routeOf: Site['routeOf']): { readonly folder: string; readonly prefix: string } | undefined {
  const times = new Map<string, { readonly folder: string; readonly prefix: string; count: number }>();
  for (const [path, route] of routeOf) {
    const file = withoutExtension(path).split('/');
    const address = route.split('/');
    while (address.length > 2 && file.length > 1 && address.at(-1) === file.at(-1)) {
      address.pop();
      file.pop();
    }
    const [folder, prefix] = [file.join('/'), address.join('/')];
    const known = times.get(`${folder} ${prefix}`) ?? { folder, prefix, count: 0 };
    known.count += 1;
    times.set(`${folder} ${prefix}`, known);
  }
  return [...times.values()].find(({ count, folder }) => folder !== '' && 2 * count > routeOf.size);
}
