import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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
  { programs, arguments: given }: KnownBuild,
): Promise<string | undefined> {
  for (let at = root; ; at = at.replace(/[^/]+\/$/u, '')) {
    for (const program of programs) if (await isInstalled(join(folder, at), program, given)) return at + program;
    if (at === '') return undefined;
  }
}

/** A program of Python is a module of it. */
async function isInstalled(folder: string, program: string, given: string): Promise<boolean> {
  const module = /^-m (\w+)/u.exec(given)?.[1];
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

/** Folders outside of the system's own that hold what runs the programs: Node, and the Python of a virtual environment. */
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
  return [...folders].filter((path) => !path.startsWith('/usr/'));
}
