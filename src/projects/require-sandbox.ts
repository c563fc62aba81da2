import type { ProjectSettings } from '../contract/project.ts';

/** Throws what stands in the way of running commands of projects on this server. */
export interface CommandSandbox {
  requireAvailable(): Promise<void>;
}

/** Tries the sandbox where a command is set that did not stand before: what stands gets in the way of no other setting. */
export async function requireSandboxFor(
  sandbox: CommandSandbox,
  settings: Readonly<Record<string, unknown>>,
  before?: Pick<ProjectSettings, 'buildCommand' | 'commands'>,
): Promise<void> {
  const { buildCommand, commands } = settings;
  const isNewBuild = typeof buildCommand === 'string' && buildCommand.trim() !== before?.buildCommand;
  const isNewCommand = ([name, line]: [string, unknown]) =>
    typeof line === 'string' && line.trim() !== before?.commands[name];
  if (isNewBuild || Object.entries(commands ?? {}).some(isNewCommand)) await sandbox.requireAvailable();
}
