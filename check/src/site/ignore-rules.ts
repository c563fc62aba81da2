import ignore, { type Ignore } from 'ignore';
import type { FileIndex } from './file-index.ts';
import { extensionOf, fileNameOf, folderOf, sourceEndings, within, withoutExtension } from './paths.ts';
import type { Site } from './site.ts';

/** Characters of a pattern: no path is that long, and of some longer ones no expression can be made. */
export const longestIgnorePattern = 1_000;

/** Patterns as `.gitignore` has them, a line each; a longer one than any path is passed over. */
export function ignoreRules(...texts: readonly (string | readonly string[])[]): Ignore {
  const lines = texts.flatMap((text) => (typeof text === 'string' ? text.split(/\r?\n/) : text));
  return ignore().add(lines.filter((line) => line.length <= longestIgnorePattern));
}

/** The rules of a `.gitignore`, for what lies below its folder. */
export interface FolderRules {
  readonly folder: string;
  readonly rules: Ignore;
}

/**
 * Whether git leaves out a path of which it leaves out no folder; that of a folder ends in a slash. The nearest `.gitignore` that says
 * anything decides: it may take back what one above it leaves out, and with a folder all that lies there.
 * https://git-scm.com/docs/gitignore#_description
 */
export function isLeftOut(nearestFirst: readonly FolderRules[], path: string): boolean {
  for (const { folder, rules } of nearestFirst) {
    const inside = within(folder, path) ?? '';
    const parent = inside.slice(0, inside.lastIndexOf('/', inside.length - 2) + 1);
    if (inside === '' || (parent !== '' && rules.ignores(parent))) continue;
    const { ignored, unignored } = rules.test(inside);
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Folders of a path that are asked one after the other; no `.gitignore` takes anything back below more. */
const deepest = 64;
/** Characters: no path of a file is longer (`PATH_MAX` of Linux), and each folder of one takes a place on the stack. */
const longestPath = 4_096;

/** The same of any path, whose folders are asked before it. */
export function createLeftOut(all: readonly FolderRules[]): (path: string) => boolean {
  return (path) => {
    if (path.length > longestPath) return false;
    const above = all
      .filter(({ folder }) => within(folder, path) !== undefined)
      .toSorted((a, b) => b.folder.length - a.folder.length);
    const names = path.split('/');
    if (above.length < 2 || names.length > deepest)
      return above.some(({ folder, rules }) => rules.ignores(within(folder, path) ?? path));
    return names.some((_, index) => {
      const end = index === names.length - 1 ? '' : '/';
      return isLeftOut(above, names.slice(0, index + 1).join('/') + end);
    });
  };
}

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
  const pageRoots = new Set<string>();
  const besidePages = new Set([...site.routeOf.keys()].map(folderOf));
  for (const [path, route] of site.routeOf) {
    const bare = withoutExtension(path).replace(/(?:^|\/)(?:index|README)$/u, '');
    if (route === '/') pageRoots.add(bare);
    else if (`/${bare}`.endsWith(route)) pageRoots.add(bare.slice(0, Math.max(0, bare.length - route.length)));
  }
  const below = (root: string): string => (root === '' ? '' : `${root}/`);
  // `*.html` is no word about this page: what would be left out under any name says nothing.
  const rootAt = (root: string) => ({
    root,
    telling: endings.filter((ending) => !leftOut(`${below(root)}${anywhere}${ending}`)),
  });
  const fileRoots = [...new Set(site.links.publicFolders)].map(rootAt);
  const roots = [
    ...fileRoots,
    ...[...pageRoots].filter((root) => !site.links.publicFolders.includes(root)).map(rootAt),
  ];
  /** From where the path of a file is told. */
  const top = rootAt('');
  // Of a folder that is left out as a whole, a build makes the files; pages come of their sources.
  const filesOnly = new Set(site.links.publicFolders.filter((root) => root !== '' && leftOut(`${root}/${anywhere}`)));
  const isLeftOut = ({ root, telling }: ReturnType<typeof rootAt>, inside: string): boolean =>
    ['', ...(sourceEndings.has(extensionOf(inside)) ? [] : telling)].some((ending) =>
      leftOut(`${below(root)}${inside}${ending}`),
    );
  return (candidatePath) => {
    // Where the pages lie is known: a folder of that name at the top of the repository is no place of theirs.
    if ((pageRoots.size === 0 || !candidatePath.startsWith('/')) && leftOut(candidatePath)) return true;
    const inside = candidatePath.replace(/^\/|\/$/gu, '');
    if (inside === '') return false;
    const mayBePage = /^(?:|\.mdx?|\.html?)$/u.test(extensionOf(inside));
    const isBelow = roots.some(({ root }) => root !== '' && within(root, candidatePath) !== undefined);
    const isPath = !candidatePath.startsWith('/') && (isBelow || besidePages.has(folderOf(candidatePath)));
    // From the top, what is no page is published from folders of files, where the site has some.
    const fromTop = !mayBePage && candidatePath.startsWith('/') && fileRoots.length > 0 ? fileRoots : roots;
    return [...(isPath ? [] : fromTop), ...(candidatePath.startsWith('/') ? [] : [top])].some(
      (place) => !(filesOnly.has(place.root) && mayBePage) && isLeftOut(place, inside),
    );
  };
}

/** Where a repository says which plugins its build has; Mintlify makes the files by itself. */
const places =
  /^(?:package\.json|mkdocs\.ya?ml|requirements[\w.-]*\.txt|pyproject\.toml|conf\.py|[\w.-]+\.config\.[cm]?[jt]s|config\.[cm]?[jt]s)$/u;
const mintlify = /(?:^|\/)(?:docs|mint)\.json$/u;
const llmsFile = /(?:^|\/)llms(?:-[\w-]+)?\.txt$/u;

/** Whether a file that is not there comes of a plugin: `llms.txt` and its kin, where the repository names one for them. */
export async function readPlugins(files: FileIndex): Promise<(path: string) => boolean> {
  let makesLlms = files.paths.some((path) => mintlify.test(path));
  for (const path of files.paths) {
    if (makesLlms) break;
    if (places.test(fileNameOf(path)) && !path.includes('node_modules/')) {
      makesLlms = /llms/iu.test((await files.readText(path)) ?? '');
    }
  }
  return (path) => makesLlms && llmsFile.test(path);
}
