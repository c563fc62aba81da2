import { realpathSync } from 'node:fs';
import { dirname, basename, join } from 'node:path';
import { access, realpath } from 'node:fs/promises';
import type { CheckReport, Finding } from '../finding.ts';
import { severityOf } from '../rules/rules.ts';

/** One thing that a build said is wrong. Of the page either the file or the address may be known, or neither. */
export interface Said {
  readonly path: string | undefined;
  readonly route: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly address: string | undefined;
  readonly what: string;
}

/** What a build printed about pages; the same thing printed twice is said once. */
function readOutput({ head, says }: Pick<KnownBuild, 'head' | 'says'>, output: string): readonly Said[] {
  const buildMessages = new Map<string, Said>();
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
    const buildMessage: Said = {
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

/** What the build of one site said, and whether it failed. */
export interface BuildAnswer {
  readonly site: BuildSite;
  readonly failed: boolean;
  readonly said: readonly Said[];
}

const ownName = 'docwright';

/**
 * The findings with those of the builds, each marked with who said it. What both say is one finding. What a build alone
 * says is an error where it failed, and a warning where it went on all the same.
 */
function mergeSaid(report: CheckReport, answers: readonly BuildAnswer[], paths: readonly string[]): CheckReport {
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

function findingOf({ line, column, what }: Said, path: string, name: string, failed: boolean): Finding {
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

function isSame({ rule, path: findingPath, line, message }: Finding, buildMessage: Said, path: string): boolean {
  if (path !== findingPath) return false;
  if (buildMessage.address === undefined)
    return buildMessage.line !== undefined && buildMessage.line === line && !rule.startsWith('build-');
  // VitePress leaves the ending of an address out, Docusaurus puts the folder of the page before it.
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

/** The file of a page as builds name it: from the top, from the site, from its folder of pages, or by its address. */
function pageOf({ path, route }: Said, { root }: BuildSite, paths: readonly string[]): string | undefined {
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

/** The parts of an address that matter: no numbers before names, no `index`. */
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

/** Runs a command of the repository on a copy of its folder, apart from everything else. */
export type RunApart = (
  command: string,
) => Promise<{ readonly failed: boolean; readonly how: string; readonly output: string }>;

/** Asks the frameworks' own builds one after another, and merges what they say. */
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
  return mergeSaid(report, answers, paths);
}

/** In the folder of the site, with the Node that runs this first. */
function commandOf({ root, program, build }: InstalledBuild): string {
  const up = root.replace(/[^/]+\//gu, '../');
  const settings = `PATH=${quoted(dirname(realpathSync(process.execPath)))}:$PATH ASTRO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1`;
  return `cd ${quoted(`./${root}`)} && ${settings} ${quoted(`./${up}${program}`)} ${build.arguments}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function general(wholeText: string): Said {
  return { path: undefined, route: undefined, line: undefined, column: undefined, address: undefined, what: wholeText };
}

/** Last lines of an output that says nothing we know to read. */
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
  /** The settings file of a site; the build runs in `root`, which is that of the site. */
  readonly settings: RegExp;
  /** Where it is installed, from the folder of the site or one above it; the first that is there is run. */
  readonly programs: readonly string[];
  /** What follows the program. What it makes goes to /tmp, where nothing outlives the sandbox. */
  readonly arguments: string;
  /** A line that says what the lines after it are about: `path` of a page, or its `route`. */
  readonly head?: RegExp;
  /** Lines that tell of something wrong, with what is known of `path`, `line`, `column` and the `address`. */
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

/** A site whose framework can be asked. */
export interface BuildSite {
  readonly build: KnownBuild;
  /** Folder of the site, empty or with a slash at its end. */
  readonly root: string;
  readonly settings: string;
}

export interface InstalledBuild extends BuildSite {
  /** From the top of the repository. */
  readonly program: string;
}

/** The sites of a tree by their settings files: those whose build is installed in the repository, and those without. */
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

/** A program of Python is a module of it. */
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
    // Only an installation of Python: never the home of somebody who has one in `~/bin`.
    if (await exists(join(prefix, 'lib', basename(python), 'os.py'))) folders.add(prefix);
  }
  return [...folders].filter((path) => !/^\/usr(?:\/local)?(?:\/(?:bin|lib)(?:\/.*)?)?$/u.test(path));
}
