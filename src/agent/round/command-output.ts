import type { SandboxEnding } from '../../sandbox/sandbox.ts';
import { createOwnSecretFinder } from '../../secrets/own-secrets.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';

/** Completes the sentence "The command ...". */
export function howItFailed(ending: SandboxEnding): string {
  return ending.kind === 'exited' ? `failed with exit code ${ending.exitCode}` : `was stopped because it ${ending.why}`;
}

export function passed(ending: SandboxEnding): boolean {
  return ending.kind === 'exited' && ending.exitCode === 0;
}

/** A command knows no secret of the server, but its repository may. */
export function tellable(output: string, ownSecrets: readonly string[]): string {
  const secrets = createOwnSecretFinder(ownSecrets)(output);
  return secrets.length > 0 ? '[not shown because it contains a secret of this server]' : redactSecrets(output);
}
