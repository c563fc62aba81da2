import type { Command } from 'commander';
import { findProject } from './find-project.ts';
import { print } from './print.ts';
import { withApplication } from './with-application.ts';

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
        const project = await findProject(application, idOrName);
        const report = await application.visits.verify(project.id);
        print(json, report, () => {
          const head = `${report.views.toLocaleString('en')} views, ${report.compared.toLocaleString('en')} counts compared: `;
          return [head + (report.ok ? 'all agree.' : 'they differ.'), ...report.differences].join('\n');
        });
        if (!report.ok) process.exitCode = 1;
      });
    });
}
