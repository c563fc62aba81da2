import type { Finding } from '../../../check/src/check.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Sandbox, SandboxEnding } from '../../sandbox/sandbox.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { quoteOutput } from '../agents/docs-agent.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { howItFailed, passed, patience, tellable } from './command-output.ts';

/** Most that is shown of a command, in characters. */
const longestCommand = 200;

/** What the build command of the project finds in what would be published: nothing when it ends with 0. */
export type BuildCheck = (signal: AbortSignal) => Promise<readonly Finding[]>;

/**
 * Runs the command in a sandbox, on the tree as it stands. Where it fails, it runs on the base branch as well: what does
 * not build there either is not charged to the change. Throws what `Sandbox.run` throws.
 */
export function createBuildCheck({
  command,
  sandbox,
  workspace,
  run,
  ownSecrets,
  clock,
}: {
  command: string;
  sandbox: Pick<Sandbox, 'run'>;
  workspace: Pick<Workspace, 'archive'>;
  run: Pick<JobRun, 'emit'>;
  ownSecrets: () => Promise<readonly string[]>;
  clock: Clock;
}): BuildCheck {
  const shown = redactSecrets(command.length > longestCommand ? `${command.slice(0, longestCommand)}…` : command);
  const notice = (text: string) => run.emit({ type: 'notice', text });
  // The build of the base waits without a limit: giving up would repeat the build of the change.
  const build = async (of: 'now' | 'base', signal: AbortSignal) =>
    sandbox.run({ command, files: await workspace.archive(of), ...(of === 'now' && { patience }) }, signal);
  let baseEnding: SandboxEnding | undefined;

  return async (signal) => {
    await notice(`The build command runs in a sandbox: ${shown}`);
    const started = clock.now();
    const ending = await build('now', signal);
    if (passed(ending)) {
      await notice(`The build command passed after ${Math.round((clock.now() - started) / duration.second)} s.`);
      return [];
    }
    if (baseEnding === undefined) {
      await notice(
        `The build command ${howItFailed(ending)}. It now runs on the base branch, to see whether it failed before.`,
      );
      baseEnding = await build('base', signal);
    }
    if (!passed(baseEnding)) {
      return [finding(false, `The build command also fails on the base branch: it ${howItFailed(baseEnding)}.`)];
    }
    const output = quoteOutput(tellable(ending.output, await ownSecrets()));
    return [
      finding(true, `The build command (${shown}) ${howItFailed(ending)}, and passes on the base branch. ${output}`),
    ];
  };
}

function finding(introduced: boolean, message: string): Finding {
  return {
    rule: 'build-command',
    severity: 'error',
    path: '.',
    line: undefined,
    column: undefined,
    message,
    introduced,
  };
}
