import { parse as parseToml, TomlError } from 'smol-toml';
import { type Document, parseAllDocuments } from 'yaml';
import { parseJson } from '../site/text-places.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, nearestAbove, within } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { CallValue, isTold, parseModule } from './evaluate-module.ts';
import { type FileIndex, foldersOfTests } from '../site/file-index.ts';

/** Places that are mended, and characters of a text that is: each place has it parsed once more. */
const mostPlaces = 20;
const longest = 200_000;
const indent = ' '.repeat(80);
const unclosedQuote = /^Missing closing (["'])quote/u;
const restOfQuoted: Readonly<Record<string, RegExp>> = { "'": /(?:[^']|'')*'/uy, '"': /(?:[^"\\]|\\[\s\S])*"/uy };
const isLessIndented = /^Flow \w+ in block collection must be sufficiently indented/u;

/**
 * The documents of a text, read as programs do. YAML forbids what stands in quotes or brackets over several lines to be indented
 * less than its key; PyYAML, js-yaml and what is made after libyaml read it all the same. Its lines are indented then, which
 * changes neither what they say nor their number. Keys given twice are the matter of the program.
 */
function parseYaml(text: string): readonly Document[] {
  const documents = parse(text);
  let mended: string | undefined = text;
  let read = documents;
  for (let place = 0; place < mostPlaces && text.length <= longest; place += 1) {
    const error = read.flatMap(({ errors }) => errors)[0];
    if (error === undefined) return read;
    mended = mend(mended, error);
    if (mended === undefined) break;
    read = parse(mended);
  }
  return documents;
}

function parse(text: string): readonly Document[] {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' });
  return Array.isArray(documents) ? documents : [];
}

interface Fault {
  readonly message: string;
  readonly pos: readonly [from: number, to: number];
}

function mend(text: string, { message, pos: [offset] }: Fault): string | undefined {
  if (isLessIndented.test(message)) {
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    return text.slice(0, start) + indent + text.slice(start);
  }
  const quotedRest = restOfQuoted[unclosedQuote.exec(message)?.[1] ?? ''];
  if (quotedRest === undefined) return undefined;
  quotedRest.lastIndex = offset;
  const [quoted = ''] = quotedRest.exec(text) ?? [];
  // Nothing in quotes goes on in another document.
  if (!quoted.includes('\n') || /\n(?:---|\.{3})\s/u.test(quoted)) return undefined;
  return text.slice(0, offset) + quoted.replaceAll('\n', `\n${indent}`) + text.slice(offset + quoted.length);
}

/** What is known of settings, and whether anything else may be in them. */
export interface WholeSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /** False where a function makes the settings, or they take in what only running them tells. */
  readonly isWhole: boolean;
}

/**
 * Of settings that a function makes of others, these are read: what it is given is most of what it makes of it. `decisive`
 * names the settings that say at which addresses a site has its pages.
 */
export function wholeSettings(exported: unknown, decisive: readonly string[]): WholeSettings {
  const settingsObjects = exported instanceof CallValue ? exported.args.map(recordOf) : [];
  const [largest = {}] = settingsObjects.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  const settings = exported instanceof CallValue ? largest : recordOf(exported);
  const isMade = exported instanceof CallValue || typeof exported !== 'object' || exported === null;
  return {
    settings,
    isWhole: !isMade && isTold(settings['...']) && decisive.every((name) => isTold(settings[name])),
  };
}

const modules = /^\.(?:[cm]?[jt]s|[jt]sx)$/u;

/** What is wrong with the syntax of a file of settings or data; undefined when nothing is, or it is no such file. */
export function findSyntaxProblem(text: string, path: string): SiteProblem | undefined {
  const extension = extensionOf(path);
  if (extension === '.json') {
    const json = parseJson(text, path);
    return 'problem' in json ? json.problem : undefined;
  }
  if (extension === '.toml') return tomlProblem(text, path);
  if (extension === '.yml' || extension === '.yaml') return yamlProblem(text, path);
  return modules.test(extension) ? moduleProblem(text, path) : undefined;
}

function tomlProblem(text: string, path: string): SiteProblem | undefined {
  try {
    parseToml(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const reason = /^Invalid TOML document: (.*)$/mu.exec(error.message)?.[1] ?? 'it does not parse';
    return problemAt(path, { line: error.line, column: error.column }, `This is not valid TOML: ${reason}.`);
  }
}

/** Tags of programs that read it (`!ENV`, `!!python/name:`) are their matter. */
function yamlProblem(text: string, path: string): SiteProblem | undefined {
  const error = parseYaml(text).flatMap(({ errors }) => errors)[0];
  if (error === undefined) return undefined;
  const [start] = error.linePos ?? [];
  const reason = error.message.split(/ at line \d+/u, 1)[0] ?? 'it does not parse';
  return problemAt(path, { line: start?.line ?? 1, column: start?.col ?? 1 }, `This is not valid YAML: ${reason}.`);
}

function moduleProblem(text: string, path: string): SiteProblem | undefined {
  const parsed = parseModule(text, path);
  if ('program' in parsed) return undefined;
  const { place, reason } = parsed.fault;
  const isTypeScript = /\.[cm]?ts|\.tsx$/u.test(path);
  // A type that is imported and a function may share a name, and only the imported module tells a type.
  if (isTypeScript && reason.endsWith('has already been declared')) return undefined;
  // The parser knows decorators, and not behind a type without a semicolon: `type A = B<C>` above `@d() class E {}`.
  if (isTypeScript && reason === "Unexpected character '@'") return undefined;
  return problemAt(path, place, `This is no valid ${isTypeScript ? 'TypeScript' : 'JavaScript'}: ${reason}.`);
}

function problemAt(path: string, place: { line: number; column: number }, message: string): SiteProblem {
  return { path, rule: 'settings-syntax', ...place, message };
}

/** What a file of settings in TOML, YAML or JSON says; undefined where it does not parse. */
export function parseValue(text: string, path: string): unknown {
  const extension = extensionOf(path);
  if (extension === '.json') {
    const json = parseJson(text, path);
    return 'value' in json ? json.value : undefined;
  }
  try {
    if (extension === '.toml') return parseToml(text);
    const [document, ...laterDocuments] = parseYaml(text);
    return document?.errors.length === 0 && laterDocuments.length === 0
      ? document.toJS({ maxAliasCount: mostAliases })
      : undefined;
  } catch (error) {
    // The second is thrown for aliases without end.
    if (error instanceof TomlError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}

/** Aliases of YAML that are followed. */
const mostAliases = 100;

/** Readers of settings whose shape is not known: what is not of the asked kind reads as empty. */

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Files that frameworks read their settings and navigation from, but for those in JSON, which they judge themselves. A sidebar
 * whose name begins with `_` is a part to be copied from.
 */
const settingsFiles = [
  /(?:^|\/)[\w.-]+\.config\.(?:[cm]?[jt]s|[jt]sx)$/u,
  /(?:^|\/)\.vitepress\/(?!cache\/|dist\/)(?:.*\/)?[\w.-]+\.[cm]?[jt]s$/u,
  /(?:^|\/)(?:(?!_)[\w-]*sidebars?[\w-]*|_?meta(?:\.global)?)\.(?:[cm]?[jt]s|[jt]sx)$/u,
  /(?:^|\/)(?:mkdocs|_toc|_config|_quarto|zensical|book|hugo|config|authors|tags|\.?vale|antora|navigation|nav)\.(?:ya?ml|toml)$/u,
];

/** Names that other files have too, such as data and parts of a sidebar: whether anything loads them is not known. */
const nameOfOthers = /^(?:_?meta(?:\.global)?|config|authors|tags|\.?vale|navigation|nav)\./u;

/**
 * Settings that a program loads which makes sites. Others are those of another program, which may read them less strictly, or modules
 * that the project calls so (`cache.config.ts`).
 */
const siteSettings =
  /^(?:docusaurus|astro|next|nuxt|source|theme|eleventy|rspress|vocs|velite|contentlayer|svelte|gridsome|docs|docz|dumi|press|fumadocs|content|tina|markdoc|react-router|remix|waku)\.config\./u;

/** Below these they are of another program, or data of tests that may be wrong on purpose. */
const foreignFolders = new RegExp(`(?:^|/)(?:components|${foldersOfTests})/`, 'u');

/**
 * Settings and navigation that do not parse: nothing that a framework makes of them can then be told. Of a documentation
 * folder those beside and above it as well.
 */
export async function brokenSettings(files: FileIndex, docsFolder: string): Promise<readonly SiteProblem[]> {
  const concerns = (path: string) =>
    within(docsFolder, path) !== undefined || within(folderOf(path), docsFolder) !== undefined;
  const paths = files.paths.filter(
    (path) =>
      settingsFiles.some((pattern) => pattern.test(path)) &&
      concerns(path) &&
      !foreignFolders.test(within(docsFolder, path) ?? path),
  );
  const problemLists = paths.map(async (path) => {
    const text = (await files.readText(path)) ?? '';
    if (isTemplate(text, path)) return [];
    const problem = findSyntaxProblem(text, path);
    if (problem !== undefined) return [asLoaded(problem, files)];
    return [];
  });
  return (await Promise.all(problemLists)).flat();
}

function asLoaded(problem: SiteProblem, files: FileIndex): SiteProblem {
  const name = fileNameOf(problem.path);
  const isPart = name.includes('sidebar') && !/^sidebars?\./u.test(name);
  const ownFolder = folderOf(problem.path);
  const isBelowOthers = nearestAbove(ownFolder).some((folder) => files.has(joinPath(folder, name) ?? name));
  const isOfOtherProgram = /\.config\.\w+$/u.test(name) && !siteSettings.test(name);
  const isOfOthers = isPart || nameOfOthers.test(name) || isOfOtherProgram || isBelowOthers;
  if (/(?:^|\/)\.vitepress\//u.test(problem.path) || !isOfOthers) return problem;
  return { ...problem, unsure: 'nothing tells that a program loads this file' };
}

/** A program writes its settings from it: outside of a string, nothing in YAML or TOML begins so. */
function isTemplate(text: string, path: string): boolean {
  return /\.(?:ya?ml|toml)$/u.test(path) && /^[^#'"\n]*(?:\{\{|\{%)/mu.test(text);
}
