import type { z } from 'zod';
import type { CodeHostKind, codeHostSchema } from '../contract/code-host.ts';
import type { CodeHostEntry } from './define-code-host.ts';
import { CodeHostUnclear } from './errors.ts';
import { githubEntry, type GithubSettings } from './github/github-entry.ts';
import { localEntry, type LocalSettings } from './local/local-entry.ts';

/** The registry: one entry for each kind there is. Whoever asks which host something is on asks here. */
export type CodeHosts = { readonly [Kind in CodeHostKind]: CodeHostEntry<Kind> };

export function createCodeHosts({ local, github }: { local: LocalSettings; github: GithubSettings }): CodeHosts {
  return { github: githubEntry(github), local: localEntry(local) };
}

/** The kind whose address this is. Throws `CodeHostUnclear`. */
export function recogniseCodeHost(hosts: CodeHosts, address: string): CodeHostKind {
  const entries = Object.values(hosts);
  const cachedEntry = entries.find((entry) => entry.recognises(address));
  if (cachedEntry === undefined) {
    throw new CodeHostUnclear(
      address,
      entries.map(({ kind }) => kind),
    );
  }
  return cachedEntry.kind;
}

/** What forms and help show of each kind. */
export function describeCodeHosts(hosts: CodeHosts): z.infer<typeof codeHostSchema>[] {
  return Object.values(hosts).map(({ kind, label, about, unavailable = null, address, secrets }) => ({
    kind,
    label,
    about,
    unavailable,
    address,
    credentials: [...secrets],
  }));
}
