import { access, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { knownBuilds, type KnownBuild } from './known-builds.ts';

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
