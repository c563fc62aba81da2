import type { Link } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { isNear } from '../../site/near-names.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import type { Site } from '../../site/site.ts';
import { filesNamedInCode } from '../generators/named-in-code.ts';
import type { ReadSettings } from '../generators/read-settings.ts';
import { readDocumenterPages } from './pages.ts';

/**
 * References by names of headings and of code, and those of plugins, which stand in place of addresses.
 * https://documenter.juliadocs.org/stable/man/syntax/#@ref-link, https://juliadocs.org/DocumenterCitations.jl/stable/syntax/,
 * https://juliadocs.org/DocumenterInterLinks.jl/stable/syntax/
 */
const reference = /^@(?:ref|id|extref|doi|nocite|cite(?:t|p|al[tp]|author|year|num)?\*?)(?:[\s%]|$)/iu;

/** What a program that runs before the build writes pages with: Literate.jl, DemoCards.jl, and functions of Julia. */
const writesFiles =
  /\bLiterate\b|\bDemoCards\b|\bWeave\b|\bPluto|\bmakedemos\b|\b(?:cp|mv|write|open|symlink|download)\s*\(|\bgenerate\w*!?\s*\(|\bcreate\w*!?\s*\(/u;

/** Files of a folder that are compared with each other: of more, slips are not looked for. */
const mostCompared = 1000;

/**
 * What a `make.jl` tells. A link of Markdown names the file of a page, or another file among the pages, which Documenter looks for
 * and stops where there is none; HTML is left as it is.
 * https://github.com/JuliaDocs/Documenter.jl/blob/master/src/cross_references.jl
 */
export async function readDocumenter(files: FileIndex, root: string, configPath: string): Promise<ReadSettings> {
  const programs = files.paths.filter((path) => folderOf(path) === root && extensionOf(path) === '.jl');
  const texts = await Promise.all(programs.map(async (path) => (await files.readText(path)) ?? ''));
  const text = texts.join('\n');
  const source = /\bsource\s*=\s*"([^"\n$]+)"/u.exec(text)?.[1] ?? 'src';
  const content = joinPath(root, source) ?? root;
  const isWritten = writesFiles.test(text);
  const named = await filesNamedInCode(
    files,
    files.paths.filter((path) => extensionOf(path) === '.md' && within(content, path) !== undefined),
  );
  const beside = Map.groupBy(files.paths, folderOf);
  /** What stands at the end of a string: a name, or the last part of a path. */
  const ends = new Set([...text.matchAll(/([^\s"/\\]{1,200})"/gu)].map(([, end = '']) => end));
  /** What programs of the build name: a file, the source that they make a page of, or the folder that they write to. */
  const isMade = (at: string): boolean => {
    const [name, folder] = [fileNameOf(at), folderOf(at)];
    if (named.has(name)) return true;
    if (!isWritten) return false;
    if (!files.hasFolder(folder)) return true;
    const others = beside.get(folder) ?? [];
    if (others.length <= mostCompared && others.some((known) => isSlipOf(name, fileNameOf(known)))) return false;
    return (
      (folder !== content && ends.has(fileNameOf(folder))) || ends.has(`${withoutExtension(name)}.jl`) || ends.has(name)
    );
  };
  const navigation = await readDocumenterPages(files, content, configPath, (at) => isWritten || isMade(at));

  const refine = (site: Site): Site => ({
    ...site,
    navigation,
    links: {
      ...site.links,
      // What is not Markdown a browser reads, from an address that ends in a slash or not: `prettyurls`.
      relative: ({ element }) => (element === 'markdown' ? ['file'] : ['file', 'route']),
      publicFolders: [content],
      sourceRoots: () => [content],
      namesSources: true,
      mayAnswer: () => isWritten,
      resolve: (from, link) => targetOf(site, files, content, isMade, from, link),
    },
    guessed: (path, rule, sought) => {
      const known = site.guessed?.(path, rule, sought);
      if (known !== undefined || sought === undefined || sought.kind === 'anchor') return known;
      if (sought.written.startsWith('@')) return 'a plugin of Documenter may read it';
      const runsCode = site.pages.get(path)?.includes.some(({ shows }) => shows === 'generated') === true;
      if (sought.kind === 'file' && runsCode) return 'code of the page may write it';
      if (!files.hasFolder(folderOf(sought.at))) return `nothing is in ${folderOf(sought.at)}, so a build may make it`;
      return isWritten && extensionOf(sought.at) === '.md' ? `${configPath} may write it before the build` : undefined;
    },
  });
  return { content: [content], unpublished: [], refine };
}

/** Two names of pages of which numbers alone tell one from the other are no slip. */
function isSlipOf(name: string, known: string): boolean {
  const [one = '', other = ''] = [name, known].map((file) => withoutExtension(file).replace(/\d+/gu, ''));
  return one !== other && extensionOf(known) === '.md' && isNear(one, other);
}

function targetOf(
  { pages }: Site,
  files: FileIndex,
  content: string,
  isMade: (at: string) => boolean,
  from: string,
  { url, element }: Pick<Link, 'url' | 'element'>,
): LinkTarget | undefined {
  if (reference.test(url)) return { kind: 'unjudged' };
  if (url.startsWith('@')) return { kind: 'missing', looked: url };
  const address = parseAddress(url);
  if (element !== 'markdown' || address.kind !== 'internal' || address.path === '') return undefined;
  if (address.path.startsWith('/')) return undefined;
  const at = joinPath(folderOf(from), address.path);
  if (at === undefined) return undefined;
  if (pages.has(at)) return { kind: 'page', path: at, anchor: address.anchor };
  return within(content, at) !== undefined && !files.has(at) && isMade(at) ? { kind: 'unjudged' } : undefined;
}

/** https://github.com/JuliaDocs/Documenter.jl/blob/master/src/utilities/utilities.jl */
export function documenterSlug(text: string): string {
  return text
    .replace(/\s+/gu, '-')
    .replace(/&/gu, '-and-')
    .replace(/[^\p{L}\p{P}\d-]+/gu, '')
    .replace(/-{2,}/gu, '-')
    .replace(/^-|-$/gu, '');
}
