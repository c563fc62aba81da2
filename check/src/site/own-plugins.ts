import type { FileIndex } from './file-index.ts';
import { readUnreadPrograms, type UnreadPrograms } from './unread-programs.ts';
import { fileNameOf, folderOf, joinPath } from './paths.ts';

const extensions = ['', '.ts', '.js', '.mjs', '.mts', '.cjs', '/index.ts', '/index.js', '/index.mjs'];
/** A module that walks over the nodes of a page and gives links another address. */
const walks = /\bvisit\w*\(|\.children\b|\brenderer\.rules\b|\bnode\.type\b/u;
/** The same of one that may come by links: a rule of markdown-it for what it shows otherwise does not. */
const walksLinks =
  /\bvisit\w*\(|\.children\b|\bnode\.type\b|\brenderer\.rules\b(?!\.(?!link_|image\b|text\b|html_)\w)/u;
const setsAddress = /\.(?:url|href)\s*=(?!=)|\battrSet\(\s*['"]href|\[['"]href['"]\]\s*=(?!=)/u;
/** What gives a node of a page other text or other nodes, such as values for the names of variables. */
const setsText = /\.(?:value|children)\s*=(?!=)|\.children\.(?:splice|push|unshift)\(/u;
/** https://docusaurus.io/docs/api/docusaurus-config#markdown */
const preprocesses = /\bpreprocessor\s*[:(]/u;
/** A plugin of Vite that takes the text of pages: https://vite.dev/guide/api-plugin#transforming-custom-file-types */
const transforms = /\btransform\s*[(:]/u;
const namesPages = /\.md\b/u;

/** Modules that are looked into, from the settings on: a plugin may be wrapped in another. */
const mostModules = 50;

/** What plugins of the repository's own (remark, rehype, markdown-it, Vite) do that the settings of a site use. */
export interface OwnPlugins {
  readonly rewriteLinks: boolean;
  readonly changePages: boolean;
  /** The text of pages is another before it is parsed. */
  readonly changeText: boolean;
  readonly unread: UnreadPrograms;
}

export async function readOwnPlugins(files: FileIndex, configPath: string | undefined): Promise<OwnPlugins> {
  const isModule = configPath !== undefined && /\.[cm]?[jt]s$/u.test(configPath);
  const modules = isModule ? await modulesFrom(files, configPath) : [];
  return {
    rewriteLinks: modules.some((text) => walksLinks.test(text) && setsAddress.test(text)),
    changePages: modules.some(
      (text) => (transforms.test(text) && namesPages.test(text)) || (walks.test(text) && setsText.test(text)),
    ),
    changeText: modules.some((text) => preprocesses.test(text)),
    unread: readUnreadPrograms(modules),
  };
}

/** The settings, those of Vite beside them, and what these import of the repository. */
async function modulesFrom(files: FileIndex, configPath: string): Promise<readonly string[]> {
  const root = folderOf(configPath).replace(/(?:^|\/)\.vitepress(?:\/config)?$/u, '');
  const seen = new Set([configPath]);
  for (const path of files.paths)
    if (folderOf(path) === root && /^vite\.config\.[cm]?[jt]s$/u.test(fileNameOf(path))) seen.add(path);
  const texts: string[] = [];
  for (const path of seen) {
    const text = (await files.readText(path)) ?? '';
    texts.push(text);
    for (const [, source = ''] of text.matchAll(/['"](\.{1,2}\/[^'"\s]+)['"]/gu)) {
      const at = joinPath(folderOf(path), source);
      const found = extensions.map((extension) => `${at ?? ''}${extension}`).find((place) => files.has(place));
      if (found !== undefined && /\.[cm]?[jt]s$/u.test(found) && seen.size < mostModules) seen.add(found);
    }
  }
  return texts;
}
