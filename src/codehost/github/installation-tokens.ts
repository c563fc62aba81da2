import type { GithubApp } from '../../contract/github-app.ts';
import { duration, forwardClock, type Clock } from '../../kernel/clock.ts';
import type { Patience } from '../repeat-request.ts';
import { createAppRequests } from './app-requests.ts';

/** A token is not used in its last minutes: a large repository takes long to clone or push. */
const margin = 10 * duration.minute;
/** An hour passes from one minting to the next, whatever the clocks say. */
const longestUse = 50 * duration.minute;

/** Tokens of the connected App, each for one repository. */
export interface InstallationTokens {
  /** Undefined if no App is connected. Throws what `AppRequests.mint` throws. */
  tokenFor(repository: string, signal: AbortSignal): Promise<string | undefined>;
  /** After GitHub has refused it: the next one is minted. */
  forget(repository: string): void;
}

export function createInstallationTokens({
  readApp,
  clock,
  ...patience
}: Patience & { readApp: () => Promise<GithubApp | undefined>; clock: Clock }): InstallationTokens {
  const steady = forwardClock(clock);
  const tokens = new Map<string, { readonly appId: number; readonly token: string; readonly usableUntil: number }>();
  const keyOf = (repository: string) => repository.toLowerCase();
  return {
    async tokenFor(repository, signal) {
      const app = await readApp();
      if (app === undefined) return undefined;
      const now = steady.now();
      for (const [key, { usableUntil }] of tokens) if (usableUntil <= now) tokens.delete(key);
      const kept = tokens.get(keyOf(repository));
      if (kept?.appId === app.id) return kept.token;
      const { token, expiresAt } = await createAppRequests({ ...patience, app, clock }).mint(repository, signal);
      const remaining = Math.min(expiresAt - clock.now() - margin, longestUse);
      tokens.set(keyOf(repository), { appId: app.id, token, usableUntil: now + remaining });
      return token;
    },
    forget: (repository) => {
      tokens.delete(keyOf(repository));
    },
  };
}
