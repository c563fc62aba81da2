import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import type { Project } from '../../contract/project.ts';
import type { OpenForCommands } from '../../open-for-commands.ts';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withDataDirectory } from '../with-data-directory.ts';
import { liveTerminal } from '../terminal.ts';

/** What to do where counts differ, by where the environment keeps visits. */
export function visitsRemedy(): string {
  return readConfig(process.env).clickhouse === undefined ? embeddedRemedy : clickHouseRemedy;
}

const clickHouseRemedy = `
What to do: run \`CHECK TABLE view\` in ClickHouse. Restore damaged parts from a ClickHouse backup,
then import the logs
since that backup with \`docwright import\`; nothing counts twice. If no part is damaged but counts differ, this is a bug
in Docwright: please report it with the lines above.`;

const embeddedRemedy = `
What to do: keep a copy of visits.sqlite and check the disk. Stop the server, restore visits.sqlite
from a backup, then
import the logs since that backup with \`docwright import\`; nothing counts twice. Without a backup,
\`docwright analytics drop-damaged\` lists the damage and can remove it. If nothing is listed as damaged but counts
differ, this is a bug in Docwright: please report it with the lines above.`;

/** The result for one project. */
export interface Verified {
  readonly projectId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly views: number;
  readonly compared: number;
  readonly differences: readonly string[];
}

/** Shows on a terminal how far it has come. */
export async function verifyWithProgress(
  { analytics }: Pick<OpenForCommands, 'analytics'>,
  { id, name }: Pick<Project, 'id' | 'name'>,
): Promise<Verified> {
  const bar = createProgressBar(liveTerminal);
  try {
    const report = await (
      await analytics()
    ).visits.verify(id, ({ done, total }) => {
      bar.show({ label: name, done, total, items: done, unit: 'views' });
    });
    return { projectId: id, name, ...report };
  } finally {
    bar.clear();
  }
}

export function describeVerified({ ok, views, compared }: Verified): string {
  const head = `${views.toLocaleString('en')} views, ${compared.toLocaleString('en')} counts compared: `;
  return `${head}${ok ? 'all agree.' : 'some differ from what was written.'}`;
}

/** `docwright analytics verify`: proves that what is answered is what is stored. */
export function addAnalyticsVerifyCommand(analytics: Command): void {
  addProjectArgument(
    analytics.command('verify').description('recount stored views independently and compare with query results'),
  )
    .option('--json', 'print {"projectId", "name", "ok", "views", "compared", "differences"}')
    .addHelpText(
      'after',
      `
Changes nothing, and can run while the server runs. Exits with 1 if a count differs.

Example:
  $ docwright analytics verify Docs`,
    )
    .action(async (name: string | undefined, { json, ...options }: ProjectOption & { json?: true }) => {
      await withDataDirectory(async (application) => {
        const project = await chooseProject(application.projects, options, name);
        const verified = await verifyWithProgress(application, project);
        print(json, verified, () =>
          [describeVerified(verified), ...(verified.ok ? [] : [...verified.differences, visitsRemedy()])].join('\n'),
        );
        if (!verified.ok) process.exitCode = 1;
      });
    });
}
