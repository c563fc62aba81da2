import type { Project } from '../contract/project.ts';
import type { Application } from '../main.ts';
import { ProjectUnknown } from './errors.ts';

/** The project that a person means by its id or its name. Throws `ProjectUnknown`. */
export async function findProject({ projects }: Application, idOrName: string): Promise<Project> {
  const project = (await projects.get(idOrName)) ?? (await projects.getByName(idOrName));
  if (project === undefined) throw new ProjectUnknown(idOrName);
  return project;
}
