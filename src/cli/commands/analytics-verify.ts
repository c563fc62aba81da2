import type { Command } from 'commander';
import { print } from '../print.ts';
import { withApplication } from '../with-application.ts';

const remedy = `
What to do: keep a copy of visits.sqlite and check the disk. Stop the server, restore visits.sqlite from a backup, and
import the logs of the time since with \`docwright import\`, which counts nothing twice. If nothing is said to be
damaged and counts still differ, it is a fault in Docwright: please report it with the lines above.`;

/** `docwright analytics verify`: proves that what is answered is what is stored. */
export function addAnalyticsVerifyCommand(analytics: Command): void {
  analytics
    .command('verify')
    .description('count again from the stored rows by another way and compare with what queries answer')
    .argument('<project>', 'id or name')
    .option('--json', 'print {"ok", "views", "compared", "differences"}')
    .addHelpText(
      'after',
      `
Changes nothing, and may run beside the server. Exit code 1 when a count differs.

Example:
  $ docwright analytics verify Docs`,
    )
    .action(async (idOrName: string, { json }: { json?: true }) => {
      await withApplication(async (application) => {
        const project = await application.projects.requireNamed(idOrName);
        const report = await application.analytics.visits.verify(project.id);
        print(json, report, () => {
          const head = `${report.views.toLocaleString('en')} views, ${report.compared.toLocaleString('en')} counts compared: `;
          if (report.ok) return `${head}all agree.`;
          return [`${head}not all is as it was written.`, ...report.differences, remedy].join('\n');
        });
        if (!report.ok) process.exitCode = 1;
      });
    });
}
