import type { Project } from '../../contract/project.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Sandbox, WrittenFiles } from '../../sandbox/sandbox.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { AgentCommands } from '../agents/docs-agent.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { findFileRule } from '../protection/file-rules.ts';
import { howItFailed, passed, patience, tellable } from './command-output.ts';

const nothingWritten: WrittenFiles = { files: [], others: [], isWhole: true };

/**
 * The commands that the agent may call while it works; undefined where the project allows none. A server without a sandbox
 * says why it runs none of them.
 */
export async function openProjectCommands({
  project: { docsFolder, settings },
  sandbox,
  workspace,
  run,
  ownSecrets,
}: {
  project: Pick<Project, 'docsFolder' | 'settings'>;
  sandbox: Sandbox;
  workspace: Pick<Workspace, 'archive' | 'ignored'>;
  run: Pick<JobRun, 'emit'>;
  ownSecrets: () => Promise<readonly string[]>;
}): Promise<AgentCommands | undefined> {
  const { commands: lines, allowedProtectedPaths: allowedPaths } = settings;
  const names = Object.keys(lines);
  if (names.length === 0) return undefined;
  const unavailable = await sandbox.requireAvailable().then(() => undefined, reasonOf);
  if (unavailable !== undefined)
    await run.emit({
      type: 'notice',
      text: `The agent works without the commands ${names.join(', ')}. ${unavailable}`,
    });
  const keep = docsFolder === '' ? ['.'] : [docsFolder, ...allowedPaths];
  const isHidden = (path: string) => findFileRule(path, { allowedPaths, docsFolder })?.isHidden === true;

  return {
    lines,
    unavailable,
    async run(name, paths, signal) {
      const command = `set -- ${paths.map(quoted).join(' ')}\n${lines[name] ?? ''}`;
      await run.emit({ type: 'notice', text: `The agent calls the command ${name}.` });
      const files = await workspace.archive('now', isHidden);
      const ending = await sandbox.run({ command, files, keep, patience }, signal);
      const { written = nothingWritten } = ending.kind === 'exited' ? ending : {};
      return {
        passed: passed(ending),
        how: passed(ending) ? 'passed' : howItFailed(ending),
        output: tellable(ending.output, await ownSecrets()),
        written: await withoutIgnored(written, workspace),
      };
    },
  };
}

/** What git ignores is what a build leaves behind. */
async function withoutIgnored(written: WrittenFiles, workspace: Pick<Workspace, 'ignored'>): Promise<WrittenFiles> {
  if (written.files.length === 0) return written;
  const ignored = new Set(await workspace.ignored(written.files.map(({ path }) => path)));
  return {
    ...written,
    files: written.files.filter(({ path }) => !ignored.has(path)),
    others: [...ignored, ...written.others],
  };
}

/** One word for `/bin/sh`, whatever it holds. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}
