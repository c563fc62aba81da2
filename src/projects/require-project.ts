import type { Project } from '../contract/project.ts';
import { ProjectNotFound } from './errors.ts';
import type { ProjectStore } from './project-store.ts';

/** The project of this id. Throws `ProjectNotFound`. */
export async function requireProject(projects: Pick<ProjectStore, 'get'>, id: string): Promise<Project> {
  return existing(await projects.get(id), id);
}

/** The project that a person means by its id or its name. Throws `ProjectNotFound`. */
export async function requireProjectNamed(
  projects: Pick<ProjectStore, 'get' | 'getByName'>,
  idOrName: string,
): Promise<Project> {
  return existing((await projects.get(idOrName)) ?? (await projects.getByName(idOrName)), idOrName);
}

function existing(project: Project | undefined, idOrName: string): Project {
  if (project === undefined) throw new ProjectNotFound(idOrName);
  return project;
}
