import type { RepositoryPlace } from '../repository-place.ts';

/** GitLab takes a project's whole path as one URL segment. */
export function projectPath({ path }: Pick<RepositoryPlace, 'path'>): string {
  return `/projects/${encodeURIComponent(path)}`;
}
