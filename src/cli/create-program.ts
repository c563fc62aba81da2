import type { Command } from 'commander';
import { createBareProgram } from './bare-program.ts';

const addReports = async () => (await import('./commands/analytics.ts')).addAnalyticsCommands;
const addSharing = async () => (await import('./commands/sharing.ts')).addSharingCommands;
const addGoals = async () => (await import('./commands/goals.ts')).addGoalCommands;

/** By the word that asks for it, in the order in which help lists them. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  init: async () => (await import('./commands/init.ts')).addInitCommand,
  project: async () => (await import('./commands/project.ts')).addProjectCommand,
  key: async () => (await import('./commands/key.ts')).addKeyCommand,
  github: async () => (await import('./commands/github.ts')).addGithubCommand,
  webhook: async () => (await import('./commands/webhook.ts')).addWebhookCommand,
  job: async () => (await import('./commands/job.ts')).addJobCommand,
  mcp: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  review: async () => (await import('./commands/review.ts')).addReviewCommand,
  visitors: addReports,
  views: addReports,
  missing: addReports,
  agents: addReports,
  breakdown: addReports,
  view: addSharing,
  share: addSharing,
  goals: addGoals,
  funnel: addGoals,
  mail: async () => (await import('./commands/mail.ts')).addMailCommand,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  classify: async () => (await import('./commands/classify.ts')).addClassifyCommand,
  reclassify: async () => (await import('./commands/reclassify.ts')).addReclassifyCommand,
  analytics: async () => (await import('./commands/stored-visits.ts')).addStoredVisitsCommand,
  member: async () => (await import('./commands/member.ts')).addMemberCommand,
  invite: async () => (await import('./commands/invite.ts')).addInviteCommand,
  backup: async () => (await import('./commands/backup.ts')).addBackupCommand,
  restore: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  lost: async () => (await import('./commands/lost.ts')).addLostCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).addUpgradeCommand,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  config: async () => (await import('./commands/config.ts')).addConfigCommand,
  clock: async () => (await import('./commands/clock.ts')).addClockCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  verify: async () => (await import('./commands/verify.ts')).addVerifyCommand,
  check: async () => (await import('./commands/check.ts')).addCheckCommand,
  eval: async () => (await import('./commands/eval.ts')).addEvalCommand,
  openapi: async () => (await import('./commands/openapi.ts')).addOpenApiCommand,
  demo: async () => (await import('./commands/demo.ts')).addDemoCommand,
};

/**
 * The command line, with the command that was asked for alone: people wait for every module that is loaded, and `check`
 * runs beside a process that needs the memory. The whole of it where anything else was asked, such as help.
 */
export async function createProgram(commandName?: string): Promise<Command> {
  const program = createBareProgram();
  if (commandName === '--version' || commandName === '-V') return program;
  const loaders =
    commandName !== undefined && Object.hasOwn(commands, commandName)
      ? [commands[commandName]]
      : Object.values(commands);
  for (const load of new Set(loaders)) (await load?.())?.(program);
  return program;
}
