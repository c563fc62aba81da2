import { parseDocument, LineCounter } from 'yaml';
import type { Dialect } from '../../page/page-facts.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { isForgeFile } from '../../site/forge-files.ts';
import { ignoreRules } from '../../site/ignore-rules.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within } from '../../site/paths.ts';
import type { Framework, Site, SiteProblem, SiteSources } from '../../site/site.ts';
import { buildSite, emptySite } from './build-site.ts';
import { readSettings, type MkdocsSettings } from './settings.ts';

/** MkDocs, with any theme, and Zensical, which reads what MkDocs does: `mkdocs.yml`, `zensical.toml`. https://www.mkdocs.org/user-guide/ */
export const mkdocs: Framework = {
  name: 'mkdocs',
  async findSites(files) {
    const configs = files.paths.filter((path) => /^mkdocs\.ya?ml$/u.test(fileNameOf(path)));
    const main = new Set(configs.map(folderOf));
    // Variants of one site: `mkdocs-online.yml` and `mkdocs-offline.yml` inherit what they share. The first one that says at
    // which address it is published stands for all.
    const variants = files.paths.filter(
      (path) => /^mkdocs[-_.][\w-]+\.ya?ml$/u.test(fileNameOf(path)) && !main.has(folderOf(path)),
    );
    const texts = await Promise.all(variants.map(async (path) => [path, (await files.readText(path)) ?? ''] as const));
    const inheriting = texts.filter(([, text]) => /^INHERIT:/mu.test(text));
    const published = Object.groupBy(inheriting, ([, text]) => (/^site_url:/mu.test(text) ? 'first' : 'then'));
    const chosen = [...(published.first ?? []), ...(published.then ?? [])].map(([path]) => path);
    const ofZensical = files.paths.filter((path) => fileNameOf(path) === 'zensical.toml');
    const sites = await Promise.all([...configs, ...chosen, ...ofZensical].map((path) => findSite(files, path)));
    const folders = new Set<string>();
    return sites.filter((site) => {
      const [folder] = site?.contentFolders ?? [];
      if (site === undefined || (folder !== undefined && folders.has(folder))) return false;
      if (folder !== undefined) folders.add(folder);
      return true;
    }) as SiteSources[];
  },
};

async function findSite(files: FileIndex, configPath: string): Promise<SiteSources | undefined> {
  const text = (await files.readText(configPath)) ?? '';
  const settings = await readSettings(files, configPath);
  const root = folderOf(configPath);
  if (settings === undefined) {
    // What is wrong with the syntax of TOML is told of all settings alike.
    if (extensionOf(configPath) === '.toml') return undefined;
    const build = (pages: Site['pages']): Site => ({
      ...emptySite('mkdocs', root, pages),
      problems: [yamlProblem(text, configPath)],
    });
    return { framework: 'mkdocs', root, configPath, contentFolders: [], dialects: new Map(), build };
  }
  const excluded = ignoreRules('.*\n/templates/\n', settings.excluded);
  const dialect = dialectOf(settings);
  const dialects = new Map<string, Dialect>();
  for (const path of files.paths) {
    const inside = within(settings.docsFolder, path);
    const isPage =
      inside !== undefined &&
      inside !== '' &&
      ['.md', '.markdown'].includes(extensionOf(path)) &&
      !excluded.ignores(inside);
    if (isPage || isPart(settings, path)) dialects.set(path, dialect);
  }
  // Left out where both are there, so that only a code host shows it: https://www.mkdocs.org/user-guide/writing-your-docs/#index-pages
  for (const path of [...dialects.keys()])
    if (fileNameOf(path) === 'README.md' && dialects.has(joinPath(folderOf(path), 'index.md') ?? ''))
      dialects.delete(path);
  return {
    framework: settings.framework,
    root,
    configPath,
    contentFolders: [settings.docsFolder],
    dialects,
    build: (pages) => buildSite(settings, root, configPath, text, files, pages),
  };
}

/** True for Markdown beside the pages, in a folder that the settings name for parts of them. */
function isPart({ docsFolder, snippetFolders }: MkdocsSettings, path: string): boolean {
  if (!['.md', '.markdown'].includes(extensionOf(path)) || isForgeFile(path)) return false;
  return snippetFolders.some(
    (folder) =>
      folder !== '' &&
      folder !== docsFolder &&
      within(folder, docsFolder) === undefined &&
      within(docsFolder, folder) === undefined &&
      within(folder, path) !== undefined,
  );
}

function dialectOf({ plugins, blocks, admonitions, markdownInHtml }: MkdocsSettings): Dialect {
  const masks: Dialect['masks'] = plugins.has('macros') ? ['attribute-list', 'template'] : ['attribute-list'];
  return {
    syntax: 'markdown',
    indentedCode: false,
    readBy: 'python-markdown',
    tightHeadings: true,
    headingId: 'braces',
    masks,
    includes: plugins.has('macros') ? 'macros' : 'snippets',
    ...(admonitions.length > 0 ? { admonitions } : {}),
    ...(blocks ? { blocks: 'slashes' } : {}),
    ...(markdownInHtml ? { markdownInHtml } : {}),
    repeatedFields: true,
    fieldsOnly: true,
  };
}

function yamlProblem(text: string, path: string): SiteProblem {
  const lines = new LineCounter();
  const [error] = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' }).errors;
  const place = error === undefined ? { line: 1, col: 1 } : lines.linePos(error.pos[0]);
  const reason = error?.message.split('\n', 1)[0]?.replace(/\.$/u, '') ?? 'it must be a list of settings';
  const message = `This is not valid YAML: ${reason}.`;
  return { path, rule: 'settings-syntax', severity: 'error', line: place.line, column: place.col, message };
}
