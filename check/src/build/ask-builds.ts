import { realpathSync } from 'node:fs';
import { dirname, basename, join } from 'node:path';
import { access, realpath } from 'node:fs/promises';
import type { CheckReport, Finding } from '../finding.ts';
import { severityOf } from '../rules/rules.ts';

/** A problem that a build reported. Its page may be known by path, by route or not at all. */
export interface Message {
  readonly path: string | undefined;
  readonly route: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly address: string | undefined;
  readonly what: string;
}

/** Parses build output into messages, without duplicates. */
function readOutput({ head, says }: Pick<KnownBuild, 'head' | 'says'>, output: string): readonly Message[] {
  const buildMessages = new Map<string, Message>();
  let page: Readonly<Record<string, string | undefined>> = {};
  for (const line of output.split('\n')) {
    const begins = head?.exec(line)?.groups;
    if (begins !== undefined) {
      page = begins;
      continue;
    }
    const groups = says.map((pattern) => pattern.exec(line)?.groups).find((matched) => matched !== undefined);
    if (groups === undefined) continue;
    const { path = page['path'], route = page['route'], address, what } = groups;
    const buildMessage: Message = {
      path: path?.replace(/^\/workspace\//u, ''),
      route,
      line: groups['line'] === undefined ? undefined : Number(groups['line']),
      column: groups['column'] === undefined ? undefined : Number(groups['column']),
      address,
      what: [address === undefined || what?.includes(address) === true ? '' : `${address}: `, what ?? 'broken'].join(
        '',
      ),
    };
    buildMessages.set(JSON.stringify(buildMessage), buildMessage);
  }
  return [...buildMessages.values()];
}

/** Result of one site's build. */
export interface BuildAnswer {
  readonly site: BuildSite;
  readonly failed: boolean;
  readonly said: readonly Message[];
}

const ownName = 'docwright';

/**
 * Merges the builds' messages into the findings and marks each finding with its sources. A message that matches a finding
 * adds a source. Other messages become errors if the build failed, and warnings if it continued.
 */
function mergeMessages(report: CheckReport, answers: readonly BuildAnswer[], paths: readonly string[]): CheckReport {
  const findings: Finding[] = report.findings.map((finding) => ({ ...finding, saidBy: [ownName] }));
  for (const { site, failed, said } of answers) {
    for (const buildMessage of said) {
      const path = pageOf(buildMessage, site, paths) ?? site.settings;
      const same = findings.findIndex((finding) => isSame(finding, buildMessage, path));
      const existing = findings[same];
      if (existing !== undefined)
        findings[same] = { ...existing, saidBy: [...new Set([...(existing.saidBy ?? []), site.build.name])] };
      else findings.push(findingOf(buildMessage, path, site.build.name, failed));
    }
  }
  const order = findings.toSorted((a, b) => a.path.localeCompare(b.path) || (a.line ?? 0) - (b.line ?? 0));
  return { ...report, findings: order };
}

function findingOf({ line, column, what }: Message, path: string, name: string, failed: boolean): Finding {
  const rule = failed ? 'build-failed' : 'build-warned';
  return {
    rule,
    severity: severityOf(rule),
    path,
    line,
    column,
    message: `${name} says: ${what}.`.replace(/\.\.$/u, '.'),
    introduced: undefined,
    saidBy: [name],
  };
}

function isSame({ rule, path: findingPath, line, message }: Finding, buildMessage: Message, path: string): boolean {
  if (path !== findingPath) return false;
  if (buildMessage.address === undefined)
    return buildMessage.line !== undefined && buildMessage.line === line && !rule.startsWith('build-');
  // VitePress omits the extension of an address, Docusaurus prefixes the page's folder.
  const words = message.split(/[\s,;]+/u).map((word) => plain(word));
  const anchor = /#.+$/u.exec(buildMessage.address)?.[0];
  return words.includes(plain(buildMessage.address)) || (anchor !== undefined && words.includes(anchor));
}

function plain(address: string): string {
  return address
    .replace(/^\.\//u, '')
    .replace(/[.?]$/u, '')
    .replace(/\.(?:mdx?|html?)(?=#|$)/u, '');
}

/** The file that a build means: by path from the repository, site or content folder, or by route. */
function pageOf({ path, route }: Message, { root }: BuildSite, paths: readonly string[]): string | undefined {
  const sitePaths = paths.filter((candidatePath) => candidatePath.startsWith(root));
  if (path !== undefined) {
    const bare = path.replace(/^\.\//u, '');
    const ends = sitePaths.filter((candidatePath) => candidatePath.endsWith(`/${bare}`));
    return (
      [bare, root + bare].find((candidatePath) => sitePaths.includes(candidatePath)) ??
      (ends.length === 1 ? ends[0] : undefined)
    );
  }
  if (route === undefined) return undefined;
  const wantedParts = routeParts(route);
  const named = sitePaths.filter(
    (candidatePath) =>
      /\.mdx?$/u.test(candidatePath) && isAt(routeParts(candidatePath.slice(root.length)), wantedParts),
  );
  const shortest = Math.min(...named.map((candidatePath) => candidatePath.length));
  return named.find((candidatePath) => candidatePath.length === shortest);
}

/** Route segments without number prefixes and `index`. */
function routeParts(route: string): readonly string[] {
  const parts = route
    .replace(/[?#].*$/u, '')
    .replace(/\.mdx?$/u, '')
    .split('/')
    .filter(Boolean);
  return parts
    .map((part) => part.replace(/^\d+\s*[-_.]\s*/u, '').toLowerCase())
    .filter((part) => !/^(?:index|readme)$/u.test(part));
}

function isAt(parts: readonly string[], wantedParts: readonly string[]): boolean {
  return (
    parts.length >= wantedParts.length &&
    wantedParts.length > 0 &&
    wantedParts.every((part, index) => parts.at(index - wantedParts.length) === part)
  );
}

/** Runs a repository command in a sandbox, on a copy of its folder. */
export type RunApart = (
  command: string,
) => Promise<{ readonly failed: boolean; readonly how: string; readonly output: string }>;

/** Runs the frameworks' own builds one after another, and merges their messages into the report. */
export async function askBuilds(
  report: CheckReport,
  installed: readonly InstalledBuild[],
  paths: readonly string[],
  run: RunApart,
): Promise<CheckReport> {
  const answers: BuildAnswer[] = [];
  for (const site of installed) {
    const { failed, how, output } = await run(commandOf(site));
    const buildMessages = [...readOutput(site.build, output)];
    if (failed && buildMessages.length === 0)
      buildMessages.push(general(`the build ${how}. It ended with: ${lastOf(output)}`));
    if (output.startsWith('…')) buildMessages.push(general('more than could be kept; only the end of it was read'));
    answers.push({ site, failed, said: buildMessages });
  }
  return mergeMessages(report, answers, paths);
}

/** Runs in the site's folder, with this process's Node first in PATH. */
function commandOf({ root, program, build }: InstalledBuild): string {
  const up = root.replace(/[^/]+\//gu, '../');
  const settings = `PATH=${quoted(dirname(realpathSync(process.execPath)))}:$PATH ASTRO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1`;
  return `cd ${quoted(`./${root}`)} && ${settings} ${quoted(`./${up}${program}`)} ${build.arguments}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function general(wholeText: string): Message {
  return { path: undefined, route: undefined, line: undefined, column: undefined, address: undefined, what: wholeText };
}

/** Last lines of output that no pattern matches. */
function lastOf(output: string): string {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /u.test(line))
    .slice(-5)
    .join(' ')
    .slice(-500);
}

/** A framework's own build or validator, as `--with-build` runs it and reads what it prints. */
export interface KnownBuild {
  readonly name: string;
  /** Matches the settings file; the group `root` is the site's folder, where the build runs. */
  readonly settings: RegExp;
  /** Possible paths of the program, in the site's folder or above it; the first existing one runs. */
  readonly programs: readonly string[];
  /** Arguments. Output goes to /tmp, which ends with the sandbox. */
  readonly arguments: string;
  /** A line that names the page of the lines after it, as `path` or `route`. */
  readonly head?: RegExp;
  /** Lines that report a problem, with the groups `path`, `line`, `column` and `address` as far as known. */
  readonly says: readonly RegExp[];
}

const python = ['.venv/bin/python', 'venv/bin/python'];

export const knownBuilds: readonly KnownBuild[] = [
  {
    name: 'vitepress',
    settings: /^(?<root>(?:.*\/)?)\.vitepress\/config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/vitepress'],
    arguments: 'build . --outDir /tmp/built',
    says: [
      /^\(!\) Found dead link (?<address>\S+) in file (?<path>.+)$/u,
      /^\[[^\]]*\] (?:\[plugin [^\]]*\] )?(?<path>\S+\.md) \((?<line>\d+):(?<column>\d+)\): (?<what>.+)$/u,
      /^(?<what>(?:Could not resolve|.*failed to resolve import) "(?<address>[^"]+)" from "(?<path>[^"]+)".*)$/iu,
    ],
  },
  {
    name: 'docusaurus',
    settings: /^(?<root>(?:.*\/)?)docusaurus\.config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/docusaurus'],
    arguments: 'build --no-minify --out-dir /tmp/built',
    head: /^\s*- Broken (?:link|anchor) on source page path = (?<route>\S+?):$/u,
    says: [
      /^\s*-> linking to (?<address>\S+)(?: \(resolved as: .*\))?$/u,
      /Markdown (?:link|image) with URL `(?<address>[^`]+)` in source file "(?<path>[^"]+)"(?: \((?<line>\d+):(?<column>\d+)\))? (?<what>couldn't be resolved)/u,
      /(?<what>MDX compilation failed) for file "(?<path>[^"]+)"/u,
    ],
  },
  {
    name: 'mkdocs',
    settings: /^(?<root>(?:.*\/)?)mkdocs\.ya?ml$/u,
    programs: python,
    arguments: '-m mkdocs build --site-dir /tmp/built',
    says: [
      /^(?:INFO|WARNING|ERROR)\s+-\s+(?:\[[\d:]+\] )?(?<what>Doc file '(?<path>[^']+)' contains (?:a|an \w+) link '(?<address>[^']+)', .+)$/u,
      /^(?:WARNING|ERROR)\s+-\s+(?:\[[\d:]+\] )?(?<what>A (?:reference|relative path) to '(?<address>[^']+)' is included in the 'nav' configuration, .+)$/u,
    ],
  },
  {
    name: 'starlight',
    settings: /^(?<root>(?:.*\/)?)astro\.config\.[cm]?[jt]s$/u,
    programs: ['node_modules/.bin/astro'],
    arguments: 'build --outDir /tmp/built',
    head: /^▶ (?<route>\S+)$/u,
    says: [/^\s*[├└]─ (?<address>.+?) - (?<what>(?:invalid|inconsistent|disallowed|relative) .+)$/u],
  },
  {
    name: 'sphinx',
    settings: /^(?<root>(?:.*\/)?)conf\.py$/u,
    programs: python,
    arguments: '-m sphinx -b html -n --keep-going . /tmp/built',
    says: [/^(?<path>\/workspace\/[^:]+?)(?::(?<line>\d+))?: (?:WARNING|ERROR): (?<what>.+)$/u],
  },
  {
    name: 'mintlify',
    settings: /^(?<root>(?:.*\/)?)(?:docs|mint)\.json$/u,
    programs: ['node_modules/.bin/mint', 'node_modules/.bin/mintlify'],
    arguments: 'broken-links',
    head: /^(?<path>\S+\.mdx?)$/u,
    says: [/^\s*[⎿└]\s+(?<address>\S+)$/u],
  },
];

/** A site whose framework has a known build. */
export interface BuildSite {
  readonly build: KnownBuild;
  /** Folder of the site, empty or with a trailing slash. */
  readonly root: string;
  readonly settings: string;
}

export interface InstalledBuild extends BuildSite {
  /** Path from the repository's root. */
  readonly program: string;
}

/** Sites by their settings files, with and without an installed build. */
export async function findBuilds(
  folder: string,
  paths: readonly string[],
): Promise<{ readonly installed: readonly InstalledBuild[]; readonly missing: readonly BuildSite[] }> {
  const installed: InstalledBuild[] = [];
  const missing: BuildSite[] = [];
  for (const settings of paths) {
    for (const build of knownBuilds) {
      const root = build.settings.exec(settings)?.groups?.['root'];
      if (root === undefined) continue;
      const program = await programOf(folder, root, build);
      if (program === undefined) missing.push({ build, root, settings });
      else installed.push({ build, root, settings, program });
    }
  }
  return { installed, missing };
}

async function programOf(
  folder: string,
  root: string,
  { programs, arguments: buildArguments }: KnownBuild,
): Promise<string | undefined> {
  for (let currentFolder = root; ; currentFolder = currentFolder.replace(/[^/]+\/$/u, '')) {
    for (const program of programs)
      if (await isInstalled(join(folder, currentFolder), program, buildArguments)) return currentFolder + program;
    if (currentFolder === '') return undefined;
  }
}

/** Python programs are modules, so the module must be installed too. */
async function isInstalled(folder: string, program: string, buildArguments: string): Promise<boolean> {
  const module = /^-m (\w+)/u.exec(buildArguments)?.[1];
  if (!(await exists(join(folder, program)))) return false;
  return (
    module === undefined ||
    (await exists(join(folder, dirname(program), module === 'sphinx' ? 'sphinx-build' : module)))
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Folders beside those that the sandbox shows of the system that hold what runs the programs: Node, and the Python of a virtual environment. */
export async function foldersOfRuntimes(
  folder: string,
  installed: readonly InstalledBuild[],
): Promise<readonly string[]> {
  const folders = new Set([dirname(await realpath(process.execPath))]);
  for (const { program } of installed) {
    if (!program.endsWith('/python')) continue;
    const python = await realpath(join(folder, program));
    const prefix = dirname(dirname(python));
    // Only a Python installation, never a home folder with Python in `~/bin`.
    if (await exists(join(prefix, 'lib', basename(python), 'os.py'))) folders.add(prefix);
  }
  return [...folders].filter((path) => !/^\/usr(?:\/local)?(?:\/(?:bin|lib)(?:\/.*)?)?$/u.test(path));
}
