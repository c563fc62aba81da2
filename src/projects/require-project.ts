import type { Project } from '../contract/project.ts';
import { ProjectNotFound } from './errors.ts';
import type { ProjectStore } from './project-store.ts';

/** The project of this id. Throws `ProjectNotFound`. */
export async function requireProject(projects: Pick<ProjectStore, 'get'>, id: string): Promise<Project> {
  return found(await projects.get(id), id);
}

/** The project that a person means by its id or its name. Throws `ProjectNotFound`. */
export async function requireProjectNamed(
  projects: Pick<ProjectStore, 'get' | 'getByName'>,
  idOrName: string,
): Promise<Project> {
  return found((await projects.get(idOrName)) ?? (await projects.getByName(idOrName)), idOrName);
}

function found(project: Project | undefined, wanted: string): Project {
  if (project === undefined) throw new ProjectNotFound(wanted);
  return project;
}
