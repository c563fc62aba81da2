import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import type { UpgradePlan } from '../../plan-upgrade.ts';
import { examples } from '../examples.ts';
import { exitCodes } from '../exit-codes.ts';
import { print } from '../print.ts';
import { sizeOf } from '../share-line.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** `docwright upgrade`. */
export function addUpgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description('bring the data directory up to what this version needs, as its first start would')
    .option('--check', 'change nothing, and say what would be done and how long it takes')
    .option('--json', 'print {"due", "databases": [{"file", "bytes", "steps"}], "estimatedSeconds"}')
    .addHelpText(
      'after',
      `
Stop the server and back up first: an older version refuses what a newer one has changed. Nothing needs this command, since a
server does the same when it starts. With --check the exit code is ${exitCodes.upgradeDue} when there is something to do, and 0 when there is not.
${examples('docwright upgrade --check', 'docwright upgrade --check --json')}`,
    )
    .action(async ({ check, json }: { check?: true; json?: true }) => {
      const { planUpgrade } = await import('../../plan-upgrade.ts');
      const plan = await planUpgrade(readConfig(process.env));
      if (check !== true && plan.due) await withDataDirectory(({ analytics }) => analytics());
      print(json, plan, () => describe(plan, check === true ? 'to do' : 'done'));
      if (check === true && plan.due) process.exitCode = exitCodes.upgradeDue;
    });
}

function describe({ due, databases, estimatedSeconds }: UpgradePlan, state: 'to do' | 'done'): string {
  const lines = databases.map(({ file, bytes, steps }) => {
    const what = steps.length === 0 ? 'is as this version has it' : `${state}: ${steps.join(', ')}`;
    return `${file} (${sizeOf(bytes)}): ${what}.`;
  });
  if (!due || state === 'done') return lines.join('\n');
  const estimate = `An estimate from the sizes: at most about ${Math.max(1, estimatedSeconds)} s, in which the server does not answer.`;
  return [...lines, estimate, 'Back up first: the way back to the older version is the backup.'].join('\n');
}
