import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import type { Project } from '../../contract/project.ts';
import type { OpenForCommands } from '../../open-for-commands.ts';
import { addProjectArgument, chooseProject, type ProjectOption } from '../choose-project.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { withDataDirectory } from '../with-data-directory.ts';

/** What to do where counts differ, by where the environment keeps visits. */
export function visitsRemedy(): string {
  return readConfig(process.env).clickhouse === undefined ? embeddedRemedy : clickHouseRemedy;
}

const clickHouseRemedy = `
What to do: ask ClickHouse with \`CHECK TABLE view\` whether its parts are sound; bring damaged ones back from a backup of
ClickHouse, and import the logs of the time since with \`docwright import\`, which counts nothing twice. If all are
sound and counts still differ, it is a fault in Docwright: please report it with the lines above.`;

const embeddedRemedy = `
What to do: keep a copy of visits.sqlite and check the disk. Stop the server, restore visits.sqlite from a backup, and
import the logs of the time since with \`docwright import\`, which counts nothing twice. Without a backup,
\`docwright analytics drop-damaged\` lists what is damaged and leaves it out. If nothing is said to be
damaged and counts still differ, it is a fault in Docwright: please report it with the lines above.`;

/** What is found of one project. */
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
  const bar = createProgressBar(process.stderr);
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
  return `${head}${ok ? 'all agree.' : 'not all is as it was written.'}`;
}

/** `docwright analytics verify`: proves that what is answered is what is stored. */
export function addAnalyticsVerifyCommand(analytics: Command): void {
  addProjectArgument(
    analytics
      .command('verify')
      .description('count again from the stored rows by another way and compare with what queries answer'),
  )
    .option('--json', 'print {"projectId", "name", "ok", "views", "compared", "differences"}')
    .addHelpText(
      'after',
      `
Changes nothing, and may run beside the server. Exit code 1 when a count differs.

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
