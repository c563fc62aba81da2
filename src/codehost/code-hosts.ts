import type { z } from 'zod';
import type { CodeHostKind, codeHostSchema } from '../contract/code-host.ts';
import type { CodeHostSettings } from '../contract/code-host-settings.ts';
import { duration } from '../kernel/clock.ts';
import { azureEntry } from './azure/azure-entry.ts';
import { bitbucketEntry } from './bitbucket/bitbucket-entry.ts';
import type { CodeHostEntry } from './define-code-host.ts';
import { CodeHostUnclear } from './errors.ts';
import { giteaEntry } from './gitea/gitea-entry.ts';
import { githubEntry, type GithubAppSource } from './github/github-entry.ts';
import { gitlabEntry } from './gitlab/gitlab-entry.ts';
import { localEntry, type LocalSettings } from './local/local-entry.ts';

/** The registry: one entry for each kind of code host. */
export type CodeHosts = { readonly [Kind in CodeHostKind]: CodeHostEntry<Kind> };

export function createCodeHosts(
  settings: CodeHostSettings & { readonly local: LocalSettings; readonly githubApp: GithubAppSource },
): CodeHosts {
  return {
    github: githubEntry(settings.github, settings.githubApp),
    gitlab: gitlabEntry(settings.gitlab),
    gitea: giteaEntry(settings.gitea),
    bitbucket: bitbucketEntry(settings.bitbucket),
    azure: azureEntry(settings.azure),
    local: localEntry(settings.local),
  };
}

/** In milliseconds, because a person waits. */
const patience = 5 * duration.second;

/** The code host of an address: by the address alone, else by asking its server. Throws `CodeHostUnclear`. */
export async function recogniseCodeHost(hosts: CodeHosts, address: string): Promise<CodeHostKind> {
  const entries: CodeHostEntry[] = Object.values(hosts);
  const recognised = entries.find((entry) => entry.recognises(address));
  if (recognised !== undefined) return recognised.kind;
  const signal = AbortSignal.timeout(patience);
  const detect = async (entry: CodeHostEntry) => (await entry.detect?.(address, signal)) ?? false;
  const answers = await Promise.all(entries.map((entry) => detect(entry).catch(() => false)));
  const detected = entries[answers.indexOf(true)];
  if (detected !== undefined) return detected.kind;
  throw new CodeHostUnclear(
    address,
    entries.map(({ kind }) => kind),
  );
}

/** The facts of each kind that forms and help show. */
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
