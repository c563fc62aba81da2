import type { Command } from 'commander';
import pc from 'picocolors';
import type { Diagnosis } from '../../contract/diagnosis.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** `docwright doctor`: what an operator runs first. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check the server, its projects and their connections, and suggest fixes')
    .option('--json', 'print an array of {"name", "state", "message", "remedy"}')
    .addHelpText(
      'after',
      `
Checks versions, disk, clock, public URL, sandbox, backups, an unfinished key rotation, damaged or
refused visits and background work that fails; and for each project its repository, model (with one
short request), keys, failed jobs, unsent mail, the views of the last hour and whether its readers
can be told apart. Changes nothing and can run while the server runs. Exits with 1 on errors.
${examples('docwright doctor', 'docwright doctor --json | jq \'.[] | select(.state != "ok")\'')}`,
    )
    .action(async ({ json }: { json?: true }) => {
      const diagnoses = await withDataDirectory(async ({ doctor }) => (await doctor()).examine('cli'));
      print(json, diagnoses, () => diagnoses.map(describe).join('\n'));
      if (diagnoses.some(({ state }) => state === 'error')) process.exitCode = 1;
    });
}

const marks = { ok: pc.green('ok     '), warning: pc.yellow('warning'), error: pc.red('error  ') };

function describe({ name, state, message, remedy }: Diagnosis): string {
  return [`${marks[state]}  ${name}: ${message}`, ...(remedy === null ? [] : [`         ${remedy}`])].join('\n');
}
