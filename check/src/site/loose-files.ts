import { findCodeHostLinks } from '../pages/find-code-host-links.ts';
import { findLooseAddresses, type LooseKind } from '../pages/find-loose-addresses.ts';
import type { BareAddress, LooseAddress } from '../pages/page-facts.ts';
import type { FileIndex } from './file-index.ts';
import { foldersOfTests } from './folders-of-tests.ts';
import { extensionOf, folderOf, within } from './paths.ts';
import type { Site } from './site.ts';

const kinds: Readonly<Record<string, LooseKind>> = {
  ...Object.fromEntries(
    ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.astro', '.vue', '.svelte', '.html', '.njk', '.liquid'].map(
      (extension) => [extension, 'module'],
    ),
  ),
  '.yml': 'data',
  '.yaml': 'data',
  '.json': 'data',
  '.toml': 'data',
};
/** What programs write or what is no part of a site that readers see. */
const passedOver = new RegExp(
  String.raw`(?:^|/)(?:${foldersOfTests}|dist|build|out|vendor|generated|\.github|\.circleci|\.vscode|e2e|scripts?|i18n|locales?)/|(?:^|/)(?:package(?:-lock)?|tsconfig[\w.-]*|components|manifest|vercel|renovate|lerna|nx|turbo)\.json$|[.-](?:test|spec|stories|min|d|lock)\.\w+$|-lock\.\w+$|(?:^|/)(?:openapi|swagger)[^/]*$`,
  'u',
);
/** Folders at the top of a repository that hold the modules and data of a site whose settings stand there too. */
const ofSite =
  /^(?:[^/]+$|(?:src|app|pages|components|docs?|website|site|web|theme|themes|layouts?|_layouts|_includes|_data|data|content|config|navigation|nav|sidebars?|overrides|static|public|lib|\.vitepress|\.vuepress)\/)/u;
/** Files that are read; of more, most belong to something else than a site. */
const most = 3_000;
/** Bytes, roughly; longer ones are data that nobody writes by hand. */
const longest = 400_000;

/** What modules, templates and data of a site have addresses of, by file. */
export interface LooseFiles {
  /** Those that may be of the site. */
  readonly addresses: ReadonlyMap<string, readonly LooseAddress[]>;
  /** Complete ones on a code host. */
  readonly onCodeHost: ReadonlyMap<string, readonly BareAddress[]>;
}

/**
 * Addresses in modules, templates and data of a site, by file; those of pages are known with these. What stands where the settings of
 * another site do (`ofSettings`) is that one's.
 */
export async function readLooseFiles(
  site: Site,
  files: FileIndex,
  others: readonly string[],
  ofSettings: readonly string[],
): Promise<LooseFiles> {
  const addresses = new Map<string, readonly LooseAddress[]>();
  const onCodeHost = new Map<string, readonly BareAddress[]>();
  const found = { addresses, onCodeHost };
  if (['markdown', 'notebooks', 'html'].includes(site.framework)) return found;
  const inner = others.filter((root) => within(site.root, root) !== undefined && root !== '');
  const isUnknown = site.root === '' && site.routes.size === 0;
  const tops = isUnknown ? packagesOf(site, files).filter((top) => !ofSettings.includes(top)) : [site.root];
  const paths = files.paths.filter(
    (path) =>
      kinds[extensionOf(path)] !== undefined &&
      (site.links.templates?.has(path) === true || (!passedOver.test(path) && tops.some((top) => isOf(top, path)))) &&
      !inner.some((root) => within(root, path) !== undefined),
  );
  if (paths.length > most) return found;
  for (const path of paths) {
    const text = await files.readPage(path);
    const kind = kinds[extensionOf(path)];
    if (text === undefined || kind === undefined || text.length > longest) continue;
    const loose = findLooseAddresses(text, kind);
    if (loose.length > 0) addresses.set(path, loose);
    const complete = findCodeHostLinks(text);
    if (complete.length > 0) onCodeHost.set(path, complete);
  }
  return found;
}

function isOf(top: string, path: string): boolean {
  const inside = within(top, path);
  return inside !== undefined && (top !== '' || ofSite.test(inside));
}

/** Where no settings tell where the site begins, the package of its pages does. */
function packagesOf(site: Site, files: FileIndex): readonly string[] {
  const tops = new Set<string>();
  for (const path of site.pages.keys()) {
    let folder = folderOf(path);
    while (folder !== '' && !files.has(`${folder}/package.json`)) folder = folderOf(folder);
    if (folder !== '' || files.has('package.json')) tops.add(folder);
  }
  return [...tops];
}
