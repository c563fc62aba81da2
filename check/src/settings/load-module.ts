import type { Program } from 'estree';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { createRedirect } from '../site/redirects.ts';
import type { Redirect } from '../site/site.ts';
import { createTextPlaces } from '../site/text-places.ts';
import { CallValue, type EvaluatedModule, evaluateModule, parseModule } from './evaluate-module.ts';
import { listOf, recordOf, textOf } from './parse-settings.ts';

/** Import aliases such as `~/` or `@components/` from `compilerOptions.paths` of the site's `tsconfig.json`. */
export async function tsconfigAliases(files: FileIndex, root: string): Promise<ReadonlyMap<string, string>> {
  const text = (await files.readText(joinPath(root, 'tsconfig.json') ?? '')) ?? '';
  const { baseUrl, paths } = recordOf(recordOf(parseWithComments(text))['compilerOptions']);
  const aliases = Object.entries(recordOf(paths)).flatMap(([name, targets]) => {
    const target = textOf(listOf(targets)[0]);
    const folder = joinPath(root, textOf(baseUrl) ?? '', target?.replace(/\*$/u, '') ?? '');
    return name.endsWith('/*') && folder !== undefined ? [[name.slice(0, -1), folder] as const] : [];
  });
  return new Map(aliases);
}

function parseWithComments(text: string): unknown {
  const bare = text.replace(/^[ \t]*\/\/.*$|\/\*(?!["'])[\s\S]*?\*\/(?!["'])/gmu, '').replace(/,(\s*[}\]])/gu, '$1');
  try {
    return JSON.parse(bare);
  } catch {
    return undefined;
  }
}

/** What `next.config.*` says about addresses. https://nextjs.org/docs/app/api-reference/config/next-config-js/redirects */
export interface NextConfig {
  /** Undefined when the site has no such file. */
  readonly path: string | undefined;
  readonly redirects: readonly Redirect[];
  /** Addresses that something else answers than the page of that name, at least for some requests. */
  readonly rewrites: readonly Redirect[];
  /** True unless the settings say, or may say, otherwise. https://nextjs.org/docs/app/api-reference/config/next-config-js/trailingSlash */
  readonly slashless: boolean;
}

/** Reads the file in `root`. What depends on more than literals is left out. */
export async function readNextConfig(files: FileIndex, root: string): Promise<NextConfig> {
  const path = files.paths.find(
    (candidate) =>
      joinPath(root, fileNameOf(candidate)) === candidate && /(?:^|\/)next\.config\.[cm]?[jt]s$/u.test(candidate),
  );
  if (path === undefined) return { path, redirects: [], rewrites: [], slashless: false };
  const { redirects, rewrites } = settingsIn((await loadModule(files, path))?.default);
  const text = (await files.readText(path)) ?? '';
  const places = createTextPlaces(text);
  const read = (rules: unknown): Redirect[] =>
    listOf(rules).flatMap((rule) => {
      const { source, destination } = recordOf(rule);
      const [from, to] = [textOf(source), textOf(destination)];
      return from === undefined || to === undefined ? [] : [createRedirect(path, places.next(from), from, to)];
    });
  const { beforeFiles, afterFiles, fallback } = recordOf(rewrites);
  const conditional = listOf(redirects).filter((rule) => ['has', 'missing'].some((key) => key in recordOf(rule)));
  return {
    path,
    redirects: read(listOf(redirects).filter((rule) => !conditional.includes(rule))),
    slashless: !text.includes('trailingSlash'),
    rewrites: [conditional, rewrites, beforeFiles, afterFiles, fallback].flatMap(read),
  };
}

/** Plugins wrap the settings: `nextra({ ... })({ ... })`, `createMDX()(config)`. */
function settingsIn(value: unknown): Readonly<Record<string, unknown>> {
  return value instanceof CallValue ? settingsIn(value.args.at(0)) : recordOf(value);
}

/** Modules that import each other are followed this far. */
const deepest = 6;
const extensions = [
  '',
  '.ts',
  '.js',
  '.mts',
  '.mjs',
  '.cts',
  '.cjs',
  '.tsx',
  '.jsx',
  '.json',
  '/index.ts',
  '/index.js',
  '/index.mts',
];

export interface LoadedModule extends EvaluatedModule {
  /** Files that were read for it: the module and what it imports. */
  readonly sources: readonly string[];
}

/** What was read already, by depth and path: modules that import each other many times are read once. */
type Read = Map<string, Promise<LoadedModule | undefined>>;

/** Reads a settings module of the tree and the modules beside it that it imports. Undefined when it does not parse. */
export function loadModule(files: FileIndex, path: string): Promise<LoadedModule | undefined> {
  return loadAt(files, path, 0, new Map());
}

/**
 * The same of settings that name plugins by their packages or import them (`import redirects from 'a-package'`, `require('a-package')`): the
 * name stands for what is imported.
 */
export function loadNamingPackages(files: FileIndex, path: string): Promise<LoadedModule | undefined> {
  return readModule(files, path, 0, new Map(), packagesIn);
}

const packageName = /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?:\/[\w./-]+)?$/iu;

/** What a module takes from packages as a whole, by the name that it gives to it. */
function packagesIn(program: Program, text: string): Map<string, unknown> {
  const named = new Map<string, unknown>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const { value } = statement.source;
    if (typeof value !== 'string' || !packageName.test(value)) continue;
    for (const { type, local } of statement.specifiers)
      if (type === 'ImportDefaultSpecifier') named.set(local.name, value);
  }
  for (const [, source = ''] of text.matchAll(/\brequire\(\s*['"]([^'"]+)['"]\s*\)/gu))
    if (packageName.test(source)) named.set(`require:${source}`, source);
  return named;
}

function loadAt(files: FileIndex, path: string, depth: number, read: Read): Promise<LoadedModule | undefined> {
  const key = `${depth} ${path}`;
  const module = read.get(key) ?? readModule(files, path, depth, read);
  read.set(key, module);
  return module;
}

async function readModule(
  files: FileIndex,
  path: string,
  depth: number,
  read: Read,
  named: typeof packagesIn = () => new Map(),
): Promise<LoadedModule | undefined> {
  const text = await files.readText(path);
  if (text === undefined) return undefined;
  if (path.endsWith('.json')) return loadJson(text, path);
  const parsed = parseModule(text, path);
  if ('fault' in parsed) return undefined;
  const { program } = parsed;
  const sources = new Set([path]);
  const load = async (source: string): Promise<LoadedModule | undefined> => {
    const target = source.startsWith('.') ? locate(files, folderOf(path), source) : undefined;
    const module = target === undefined ? undefined : await loadAt(files, target, depth + 1, read);
    for (const otherPath of module?.sources ?? []) sources.add(otherPath);
    return module;
  };
  const imported = depth < deepest ? await loadImports(program, text, load) : new Map<string, unknown>();
  return { ...evaluateModule(program, new Map([...named(program, text), ...imported])), sources: [...sources] };
}

function loadJson(text: string, path: string): LoadedModule | undefined {
  try {
    return { default: JSON.parse(text), named: new Map(), sources: [path] };
  } catch {
    return undefined;
  }
}

async function loadImports(
  program: Program,
  text: string,
  load: (source: string) => Promise<LoadedModule | undefined>,
): Promise<Map<string, unknown>> {
  const imported = new Map<string, unknown>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || typeof statement.source.value !== 'string') continue;
    const module = await load(statement.source.value);
    if (module === undefined) continue;
    for (const specifier of statement.specifiers) {
      const name =
        specifier.type === 'ImportSpecifier' && 'name' in specifier.imported ? specifier.imported.name : 'default';
      imported.set(specifier.local.name, name === 'default' ? module.default : module.named.get(name));
    }
  }
  for (const [, source = ''] of text.matchAll(/\brequire\(\s*['"](\.[^'"]+)['"]\s*\)/gu)) {
    imported.set(`require:${source}`, (await load(source))?.default);
  }
  return imported;
}

function locate(files: FileIndex, folder: string, source: string): string | undefined {
  const base = joinPath(folder, source);
  if (base === undefined) return undefined;
  const typed = base.replace(/\.([cm]?)js$/u, '.$1ts');
  return [...extensions.map((extension) => base + extension), typed].find((candidate) => files.has(candidate));
}
