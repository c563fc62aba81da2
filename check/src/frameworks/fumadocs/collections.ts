import { isTold } from '../../settings/evaluated-values.ts';
import { loadModule } from '../../settings/load-module.ts';
import { recordOf, textOf } from '../../settings/narrow.ts';
import type { FileIndex } from '../../site/file-index.ts';
import { joinPath, within } from '../../site/paths.ts';

/** A folder of documents and the address at which they are published. */
export interface Collection {
  readonly folder: string;
  readonly baseUrl: string;
}

export interface Collections {
  readonly collections: readonly Collection[];
  /** True when a loader also has pages that are made when the site is built, such as those of an OpenAPI file. */
  readonly makesPages: boolean;
}

/** Where `defineDocs` looks when it is told no folder. https://fumadocs.dev/docs/mdx/collections */
const defaultFolder = 'content/docs';

/**
 * Folders of documents from `source.config.*` or, with the macros of fumadocs-mdx, from the modules that call `loader`,
 * and the address of each from that call. https://fumadocs.dev/docs/headless/source-api
 */
export async function findCollections(files: FileIndex, root: string, configPath: string): Promise<Collections> {
  const sources = await readSources(files, root);
  const defaultUrl = (await readFumapress(files, root)) ?? '/docs';
  const configText = (await files.readText(configPath)) ?? '';
  const named = [
    ...((await loadModule(files, configPath))?.named ?? []),
    ...[configText, ...sources].flatMap(destructuredIn),
    ...sources.flatMap(collectionsIn),
  ];
  const names = new Set(named.map(([name]) => name));
  const loaders = new Map(sources.flatMap((text) => loadersIn(text, names)));
  const found = named.flatMap(([name, value]) => {
    const { dir, docs, type } = recordOf(value);
    if (type === 'meta') return [];
    const folders = [dir ?? recordOf(docs)['dir'] ?? (isTold(value) ? undefined : defaultFolder)].flat();
    const baseUrl = loaders.get(name) ?? (loaders.size === 1 ? [...loaders.values()][0] : undefined) ?? defaultUrl;
    return folders
      .flatMap((folder) => textOf(folder) ?? [])
      .map((folder) => ({ folder: joinPath(root, folder) ?? folder, baseUrl }));
  });
  const fallback = {
    folder: joinPath(root, defaultFolder) ?? defaultFolder,
    baseUrl: loaders.get('docs') ?? defaultUrl,
  };
  return {
    collections: found.length > 0 ? found : [fallback],
    makesPages: sources.some((text) =>
      /\.(?:static|dynamic)Source\(|(?:open|async)apiSource\(|\.files\(\s*\(|\bslugs?:\s*(?:\(|\w+\s*=>)|\burl:\s*\(/u.test(
        text,
      ),
    ),
  };
}

/** The address at which Fumapress publishes all pages; undefined where the site is none of it. https://press.fumadocs.dev/ */
async function readFumapress(files: FileIndex, root: string): Promise<string | undefined> {
  const path = files.paths.find((candidate) => /^press\.config\.[jt]sx?$/u.test(within(root, candidate) ?? ''));
  if (path === undefined) return undefined;
  const options = /\bloaderOptions:\s*\{[^{}]*\bbaseUrl:\s*['"]([^'"]*)['"]/u.exec((await files.readText(path)) ?? '');
  return options?.[1] ?? '/';
}

async function readSources(files: FileIndex, root: string): Promise<string[]> {
  const paths = files.paths.filter(
    (path) =>
      within(root, path) !== undefined &&
      /(?:^|\/)source(?:\/[\w-]+|\.\w+)?\.[jt]sx?$/u.test(path) &&
      !path.includes('source.config.'),
  );
  return Promise.all(paths.map(async (path) => (await files.readText(path)) ?? ''));
}

/**
 * `loader({ baseUrl: '/docs', source: docs.toFumadocsSource() })` in its older and newer notations, or of a source that is made by
 * something else of one collection alone; of `baseUrl: made() || '/'` what stands last.
 */
function loadersIn(text: string, collections: ReadonlySet<string>): [name: string, baseUrl: string][] {
  const renamed = new Map([...text.matchAll(/\b(\w+) as (\w+)\b/gu)].map(([, name = '', own = '']) => [own, name]));
  return callsOf('loader', text).flatMap(({ call }) => {
    const baseUrl = /baseUrl:(?:[^'",\n]{0,200}(?:\|\||\?\?))?\s*['"]([^'"]*)['"]/u.exec(call)?.[1];
    if (baseUrl === undefined) return [];
    const made = call.matchAll(/(\w+)\.toFumadocsSource|(?:toFumadocsSource|createMDXSource|sourceAsync)\((\w+)/gu);
    const names = [...made].map(([, method, argument]) => method ?? argument ?? '');
    const told = names.length > 0 ? names : onlyOneIn(call, (name) => collections.has(renamed.get(name) ?? name));
    return told.map((name): [string, string] => [renamed.get(name) ?? name, baseUrl]);
  });
}

/** The collection from which `source: { files: resolve(docs) }` is made, where it is one alone. */
function onlyOneIn(call: string, isCollection: (name: string) => boolean): string[] {
  const source = /\bsource:(.*)$/su.exec(call)?.[1] ?? '';
  const names = [...source.replace(/'[^'\n]*'|"[^"\n]*"|\/\/.*/gu, '').matchAll(/(?<![.\w])\w+(?!\w|\s*:)/gu)];
  const found = new Set(names.map(([name]) => name).filter(isCollection));
  return found.size === 1 ? [...found] : [];
}

/** `const docs = defineDocs({ dir: 'content/docs' })` beside the loader. */
function collectionsIn(text: string): [name: string, value: unknown][] {
  return ['defineDocs', 'defineCollections'].flatMap((callee) =>
    callsOf(callee, text).flatMap(({ name, parts, call }): [string, unknown][] => {
      if (parts !== '') return [];
      const dir = /^[ \t]*dir:\s*['"]([^'"]+)['"]/mu.exec(call)?.[1];
      return [[name, { dir: dir ?? defaultFolder, type: /^[ \t]*type:\s*['"](\w+)['"]/mu.exec(call)?.[1] }]];
    }),
  );
}

/**
 * `export const { docs, meta } = defineDocs({ dir: 'content/docs' })`, as it was first written: the folder is that of the whole call.
 * https://fumadocs.dev/docs/mdx/collections
 */
function destructuredIn(text: string): [name: string, value: unknown][] {
  return callsOf('defineDocs', text).flatMap(({ parts, call }) => {
    const name = /(?:^|,)\s*docs\s*(?::\s*(\w+)\s*)?(?:,|$)/u.exec(parts);
    const dir = /[{,]\s*dir:\s*['"]([^'"]+)['"]/u.exec(call)?.[1];
    return name === null ? [] : [[name[1] ?? 'docs', { dir: dir ?? defaultFolder }]];
  });
}

/** Every call of `callee` up to the parenthesis that closes it, with the constant that it is assigned to or those that take parts of it. */
function callsOf(
  callee: string,
  text: string,
): { readonly name: string; readonly parts: string; readonly call: string }[] {
  const pattern = new RegExp(`(?:(?:(\\w+)|\\{([^{}=;]{1,200})\\})\\s*=\\s*)?\\b${callee}\\(`, 'gu');
  return [...text.matchAll(pattern)].map((match) => {
    let depth = 1;
    let end = match.index + match[0].length;
    while (depth > 0 && end < text.length) {
      depth += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0;
      end += 1;
    }
    return { name: match[1] ?? '', parts: match[2] ?? '', call: text.slice(match.index, end) };
  });
}
