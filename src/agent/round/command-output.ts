import { duration } from '../../kernel/clock.ts';
import type { SandboxEnding } from '../../sandbox/sandbox.ts';
import { createOwnSecretFinder } from '../../secrets/own-secrets.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';

/** A job holds its worker this long while another job's command runs, in milliseconds; then it waits without one. */
export const patience = 2 * duration.second;

/** Completes the sentence "The command ...". */
export function howItFailed(ending: SandboxEnding): string {
  if (ending.kind === 'stopped') return `was stopped because it ${ending.why}`;
  const { exitCode, limit } = ending;
  return `failed with exit code ${exitCode}${limit === undefined ? '' : `: it ${limit}`}`;
}

export function passed(ending: SandboxEnding): boolean {
  return ending.kind === 'exited' && ending.exitCode === 0;
}

/** A command knows no secret of the server, but its repository may. */
export function tellable(output: string, ownSecrets: readonly string[]): string {
  const secrets = createOwnSecretFinder(ownSecrets)(output);
  return secrets.length > 0 ? '[not shown because it contains a secret of this server]' : redactSecrets(output);
}
