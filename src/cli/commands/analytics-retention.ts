import type { Command } from 'commander';
import { addProjectArgument, chooseNamedProject, type ProjectOption } from '../choose-project.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** `docwright analytics retention undo`: shows again what retention has hidden. */
export function addAnalyticsRetentionCommand(analytics: Command): void {
  const retention = analytics.command('retention').description('take back what retention did');
  addProjectArgument(
    retention.command('undo').description('show views again that retention hid in the last seven days'),
  )
    .option('--json', 'print {"restored": whether any were hidden}')
    .addHelpText(
      'after',
      `
Views past their retention are first hidden and deleted seven days later. Change
analytics.retentionMonths or the clock first: otherwise the server hides them again within an hour,
for another seven days. Can run while the server runs.
${examples('docwright project set Docs --setting analytics.retentionMonths=24', 'docwright analytics retention undo Docs')}`,
    )
    .action(async (position: string | undefined, { json, ...options }: ProjectOption & { json?: true }) => {
      await withDataDirectory(async ({ projects, analytics: open }) => {
        const { id, name } = await chooseNamedProject(projects, options, position);
        const restored = await (await open()).restoreRetired(id);
        print(json, { restored }, () =>
          restored ? `Views of ${name} that retention had hidden count again.` : `Retention hides no views of ${name}.`,
        );
      });
    });
}
