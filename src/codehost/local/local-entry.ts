import { existsSync, realpathSync } from 'node:fs';
import { basename, isAbsolute } from 'node:path';
import type { Clock } from '../../kernel/clock.ts';
import { hostOfAddress } from '../address-host.ts';
import { defineCodeHost, type CodeHostEntry } from '../define-code-host.ts';
import { RepositoryAddressInvalid } from '../errors.ts';
import { createLocalCodeHost } from './local-code-host.ts';
import { createLocalPullRequests } from './local-pull-requests.ts';
import { createLocalRepositories, type LocalRepository } from './local-repositories.ts';

export interface LocalSettings {
  readonly dataDirectory: string;
  /** Absolute folders below which there is what people may name; `anywhere` for whoever stands at the machine. */
  readonly roots: readonly string[] | 'anywhere';
  /** Whether other machines may work over the same database. */
  readonly isOneOfSeveral: boolean;
  readonly clock: Clock;
  /** URL of the page of all pull requests of a project. */
  readonly pageUrlOf: (projectId: string) => string;
}

/** Repositories in the data directory, for people without a code host. */
export function localEntry({
  dataDirectory,
  roots,
  isOneOfSeveral,
  clock,
  pageUrlOf,
}: LocalSettings): CodeHostEntry<'local'> {
  const repositories = createLocalRepositories({ dataDirectory, roots, isOneOfSeveral });
  const pullRequests = createLocalPullRequests({ clock });
  return defineCodeHost({
    kind: 'local',
    label: 'On this machine',
    about:
      'Copies a folder or git repository on the server once, from a folder listed in DOCWRIGHT_LOCAL_ROOTS. You review pull requests in this dashboard. Good for trying Docwright.',
    unavailable:
      roots.length > 0
        ? undefined
        : 'To connect a folder on the server, set DOCWRIGHT_LOCAL_ROOTS to its parent folder and restart the server. Owners may then copy any docs below that folder into a project. Or run docwright project create there.',
    address: { label: 'Repository path', example: '/srv/git/docs.git' },
    credentials: {},
    serverCredentials: () => undefined,
    describeAddress: (url) => {
      const name = basename(url, '.git').replace(/^local:/, '');
      return { name: `local:${name}`, place: `local:${name} (repositories/${name}.git in the data directory)` };
    },
    recognises: (address) => hostOfAddress(address) === undefined,
    isKept: (url) => {
      try {
        repositories.find(url);
        return true;
      } catch {
        return false;
      }
    },
    serverOf: () => 'this machine',
    editPage: () => null,
    async prepare({ address, name }) {
      const existing = findKnown(await repositories.list(), address);
      if (existing !== undefined) return { url: addressOf(existing), undo: () => Promise.resolve() };
      if (!isAbsolute(address))
        throw new RepositoryAddressInvalid(
          address,
          'it is neither an absolute path nor the name of a repository on this server',
        );
      const created = await repositories.create({ name: folderName(name), from: address });
      return { url: addressOf(created), undo: () => repositories.remove(created) };
    },
    open: ({ projectId }) =>
      Promise.resolve(createLocalCodeHost({ repositories, pullRequests, pageUrl: pageUrlOf(projectId) })),
  });
}

/** As it is stored and shown: no path of the server, so that the data directory can move. */
function addressOf({ name }: LocalRepository): string {
  return `local:${name}`;
}

/** One that is in the data directory already, named by its path or its name. */
function findKnown(repositories: readonly LocalRepository[], address: string): LocalRepository | undefined {
  const path = isAbsolute(address) && existsSync(address) ? realpathSync(address) : address;
  return repositories.find((repository) => [repository.path, repository.name].includes(path.replace(/^local:/, '')));
}

/** A name for a folder, from one for people. */
function folderName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 80)
    .replace(/-$/, '');
  return plain === '' ? 'docs' : plain;
}
