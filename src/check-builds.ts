import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { create } from 'tar';
import { askBuilds, type RunApart } from '../check/src/cli.ts';
import { findBuilds, foldersOfRuntimes } from '../check/src/cli.ts';
import type { CheckReport } from '../check/src/check.ts';
import { createFolderTree } from '../check/src/check.ts';
import { readConfig } from './config/config.ts';
import { isWithin, placesOf } from './sandbox/bubblewrap/hidden-places.ts';
import { createBubblewrapSandbox } from './sandbox/bubblewrap/bubblewrap-sandbox.ts';

/** The report with what the builds of the repository's sites say. Tells which are asked and which cannot be. Throws `SandboxUnavailable`. */
export async function withBuilds(
  report: CheckReport,
  folder: string,
  tell: (line: string) => void,
): Promise<CheckReport> {
  const paths = await createFolderTree(folder).list();
  const { installed, missing } = await findBuilds(folder, paths);
  for (const { build, settings } of missing)
    tell(`Not asked: ${build.name} of ${settings} is not installed in the repository`);
  if (installed.length === 0) return askBuilds(report, [], paths, runNothing);
  // Whoever runs the command may see where his own programs are.
  const tellFolder = (path: string) => path;
  const hidden = [readConfig(process.env).dataDir];
  const folders = await foldersOfRuntimes(folder, installed);
  const sandbox = createBubblewrapSandbox({ folders, hidden, tellFolder });
  // The data directory may lie in the folder: it does by default.
  const [root, kept] = await Promise.all([realpath(folder), placesOf(hidden)]);
  const isSeen = (path: string) => isOfTheTree(path) && !kept.some((place) => isWithin(join(root, path), place));
  const run: RunApart = async (command) => {
    const files = Readable.from(create({ cwd: folder, portable: true, filter: isSeen }, ['.']));
    const ending = await sandbox.run({ command, files }, new AbortController().signal);
    if (ending.kind === 'stopped') return { failed: true, how: `was ended: it ${ending.why}`, output: ending.output };
    const { exitCode, output, limit = '' } = ending;
    return { failed: exitCode !== 0, how: `ended with ${exitCode}${limit && `: it ${limit}`}`, output };
  };
  for (const { build, settings } of installed) tell(`Asking ${build.name} of ${settings} (10 minutes at most)`);
  return askBuilds(report, installed, paths, run);
}

/** Installed programs are needed, what git keeps is not. */
function isOfTheTree(path: string): boolean {
  return !/^(?:\.\/)?\.git(?:\/|$)/u.test(path);
}

const runNothing: RunApart = () => Promise.reject(new Error('There is nothing to run.'));
