import { docusaurus } from './frameworks/docusaurus/docusaurus.ts';
import { fumadocs } from './frameworks/fumadocs/fumadocs.ts';
import { mintlify } from './frameworks/mintlify/mintlify.ts';
import { mkdocs } from './frameworks/mkdocs/mkdocs.ts';
import { nextra } from './frameworks/nextra/nextra.ts';
import { plainMarkdownSite } from './frameworks/plain-markdown.ts';
import { sphinxMyst } from './frameworks/sphinx-myst/sphinx-myst.ts';
import { starlight } from './frameworks/starlight/starlight.ts';
import { vitepress } from './frameworks/vitepress/vitepress.ts';
import type { FileIndex } from './site/file-index.ts';
import { extensionOf, within } from './site/paths.ts';
import type { Framework, SiteSources } from './site/site.ts';

const frameworks: readonly Framework[] = [
  mintlify,
  docusaurus,
  vitepress,
  mkdocs,
  starlight,
  nextra,
  fumadocs,
  sphinxMyst,
];

/** Folders whose Markdown is data of programs and their tests, not documentation. */
const notDocumentation =
  /(?:^|\/)(?:tests?|__tests__|fixtures|__fixtures__|templates?|vendor|node_modules|\.[^/]+)\/|(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY)\.md$/iu;

/** All sites of a tree; a file belongs to the innermost site, and Markdown that is in none to plain Markdown. */
export async function findSites(files: FileIndex): Promise<readonly SiteSources[]> {
  const found = (await Promise.all(frameworks.map((framework) => framework.findSites(files)))).flat();
  const inner = found.toSorted((one, other) => other.root.length - one.root.length);
  const taken = new Set<string>();
  const sites = inner.flatMap((site) => {
    const dialects = new Map([...site.dialects].filter(([path]) => !taken.has(path)));
    for (const path of dialects.keys()) taken.add(path);
    return dialects.size === 0 && site.dialects.size > 0 ? [] : [{ ...site, dialects }];
  });
  const contentFolders = found.flatMap((site) => site.contentFolders);
  const inSites = (path: string): boolean =>
    contentFolders.some((folder) => folder !== '' && within(folder, path) !== undefined);
  const rest = files.paths.filter(
    (path) => extensionOf(path) === '.md' && !taken.has(path) && !notDocumentation.test(path) && !inSites(path),
  );
  return rest.length === 0 ? sites : [...sites, plainMarkdownSite(rest)];
}
