import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Project } from '../contract/project.ts';
import type { Application } from '../main.ts';
import { CodeHostUnclear } from '../codehost/errors.ts';

type Connection = Pick<Project, 'codeHost' | 'repositoryUrl'>;

/**
 * Where a project's repository is, from what a person wrote: a URL is on its code host; a path is copied into the data
 * directory as a bare repository of the local host, unless it is one of these already.
 */
export async function connectRepository(
  { localRepositories }: Application,
  wanted: { repository: string; codeHost: string | undefined; projectName: string },
): Promise<Connection> {
  const { repository, codeHost, projectName } = wanted;
  if (isRemote(repository)) {
    if (codeHost === 'github' || /^(https:\/\/|git@|ssh:\/\/git@)github\.com[/:]/.test(repository)) {
      return { codeHost: 'github', repositoryUrl: repository };
    }
    throw new CodeHostUnclear(repository, ['github', 'local']);
  }
  const existing = await localRepositories.list();
  const wantedPath = existsSync(repository) ? realpathSync(resolve(repository)) : undefined;
  const found = existing.find(({ name, path }) => path === wantedPath || repository === `local:${name}`);
  const { path } = found ?? (await localRepositories.create({ name: repositoryName(projectName), from: repository }));
  return { codeHost: 'local', repositoryUrl: path };
}

function isRemote(repository: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(repository) || /^[^/\s@]+@[^/\s:]+:/.test(repository);
}

/** A name for a folder, from one for people. */
function repositoryName(projectName: string): string {
  const name = projectName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return name === '' ? 'docs' : name;
}
