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
    .description('upgrade the data directory to this version, as the first start would')
    .option('--check', 'only show what would be done and how long it takes')
    .option('--json', 'print {"due", "databases": [{"file", "bytes", "steps"}], "estimatedSeconds"}')
    .addHelpText(
      'after',
      `
Stop the server and back up first: an older version refuses data that a newer one has changed. The
command is optional, because a server does the same when it starts. With --check it exits with
${exitCodes.upgradeDue} if an upgrade is due, and with 0 if not.
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
    const outcome = steps.length === 0 ? 'is up to date' : `${state}: ${steps.join(', ')}`;
    return `${file} (${sizeOf(bytes)}): ${outcome}.`;
  });
  if (!due || state === 'done') return lines.join('\n');
  const estimate = `Estimated downtime: at most about ${Math.max(1, estimatedSeconds)} s.`;
  return [...lines, estimate, 'Back up first: only the backup lets you return to the older version.'].join('\n');
}
