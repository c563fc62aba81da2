import type { RepositoryPlace } from '../repository-place.ts';

/** GitLab takes the whole path of a project as one part of a URL. */
export function projectPath({ path }: Pick<RepositoryPlace, 'path'>): string {
  return `/projects/${encodeURIComponent(path)}`;
}
