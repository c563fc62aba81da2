import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { addAnalyticsCommands } from './commands/analytics.ts';
import { addGoalCommands } from './commands/goals.ts';
import { addAnalyticsDeleteCommand } from './commands/analytics-delete.ts';
import { addAnalyticsDropDamagedCommand } from './commands/analytics-drop-damaged.ts';
import { addAnalyticsVerifyCommand } from './commands/analytics-verify.ts';
import { addBackupCommand } from './commands/backup.ts';
import { addCheckCommand } from './commands/check.ts';
import { addClassifyCommand } from './commands/classify.ts';
import { addConfigCommand } from './commands/config.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addEvalCommand } from './commands/eval.ts';
import { addImportCommand } from './commands/import.ts';
import { addInitCommand } from './commands/init.ts';
import { addInviteCommand } from './commands/invite.ts';
import { addJobCommand } from './commands/job.ts';
import { addKeyCommand } from './commands/key.ts';
import { addLostCommand } from './commands/lost.ts';
import { addMailCommand } from './commands/mail.ts';
import { addMigrateCommand } from './commands/migrate.ts';
import { addOpenApiCommand } from './commands/openapi.ts';
import { addProjectCommand } from './commands/project.ts';
import { addReclassifyCommand } from './commands/reclassify.ts';
import { addRestoreCommand } from './commands/restore.ts';
import { addSharingCommands } from './commands/sharing.ts';
import { addServeCommand } from './commands/serve.ts';
import { addUpgradeCommand } from './commands/upgrade.ts';
import { addVerifyCommand } from './commands/verify.ts';

/** The whole command line. Faults of usage are thrown as CommanderError, so that there is one place that reports. */
export function createProgram(): Command {
  const program = new Command('docwright')
    .description('Backend of documentation sites: agent jobs that open pull requests, and exact visitor analytics.')
    .version(packageVersion())
    .showHelpAfterError('(--help shows what there is)')
    .exitOverride()
    .addHelpText(
      'after',
      `
Start:
  $ docwright init --project Docs --repository ./my-docs
  $ docwright serve

Exit codes: 0 done, 1 failed, 2 wrong usage or input; all of them are in docs/command-line.md. Settings of the server
come from the environment: see docs/configuration.md, and \`docwright config\` for what is in force.`,
    );
  addServeCommand(program);
  addInitCommand(program);
  addProjectCommand(program);
  addKeyCommand(program);
  addJobCommand(program);
  addAnalyticsCommands(program);
  addSharingCommands(program);
  addGoalCommands(program);
  addMailCommand(program);
  addImportCommand(program);
  addClassifyCommand(program);
  addReclassifyCommand(program);
  const analytics = program.command('analytics').description('look after stored visits');
  addAnalyticsVerifyCommand(analytics);
  addAnalyticsDeleteCommand(analytics);
  addAnalyticsDropDamagedCommand(analytics);
  addInviteCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addLostCommand(program);
  addUpgradeCommand(program);
  addMigrateCommand(program);
  addConfigCommand(program);
  addVerifyCommand(program);
  addCheckCommand(program);
  addEvalCommand(program);
  addOpenApiCommand(program);
  addDemoCommand(program);
  return program;
}

function packageVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
