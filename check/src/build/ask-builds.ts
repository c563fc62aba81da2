import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckReport } from '../check.ts';
import type { InstalledBuild } from './find-builds.ts';
import { mergeSaid, type BuildAnswer } from './merge-said.ts';
import { readOutput, type Said } from './read-output.ts';

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
    const said = [...readOutput(site.build, output)];
    if (failed && said.length === 0) said.push(general(`the build ${how}. It ended with: ${lastOf(output)}`));
    if (output.startsWith('…')) said.push(general('more than could be kept; only the end of it was read'));
    answers.push({ site, failed, said });
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

function general(what: string): Said {
  return { path: undefined, route: undefined, line: undefined, column: undefined, address: undefined, what };
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
