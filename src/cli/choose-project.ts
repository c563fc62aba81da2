import type { Command } from 'commander';
import type { Project } from '../contract/project.ts';
import type { Projects } from '../projects/projects.ts';
import { CommandInputInvalid, ProjectNotChosen } from './errors.ts';

export interface ProjectOption {
  readonly project?: string;
}

/** Lets a command on the data directory name its project as `--project NAME` or by position. */
export function addProjectArgument(command: Command): Command {
  return addProjectOption(command.argument('[project]', 'project id or name, same as --project'));
}

/** For commands whose positions mean something else. */
export function addProjectOption(command: Command): Command {
  return command.option('--project <project>', 'project id or name; default: DOCWRIGHT_PROJECT, or the only project');
}

/**
 * The project that a command works on: as named, by DOCWRIGHT_PROJECT, or the only one there is. Throws `ProjectNotFound`,
 * `ProjectNotChosen` where there is none or a choice, `CommandInputInvalid` where two are named.
 */
export async function chooseProject(
  projects: Pick<Projects, 'list' | 'requireNamed'>,
  { project: option }: ProjectOption,
  position?: string,
): Promise<Project> {
  // As `--project "$UNSET"` has it.
  if (option === '' || position === '')
    throw new CommandInputInvalid('--project', 'is empty; give a project id or name.');
  if (option !== undefined && position !== undefined && option !== position)
    throw new CommandInputInvalid('--project', `names ${option}, but the argument names ${position}; give only one.`);
  const { DOCWRIGHT_PROJECT: fromEnvironment = '' } = process.env;
  const named = option ?? position ?? fromEnvironment;
  if (named !== '') return projects.requireNamed(named);
  const all = await projects.list();
  const [only] = all;
  if (only === undefined || all.length > 1) throw new ProjectNotChosen(all.map(({ name }) => name));
  return only;
}

/** Like `chooseProject`, for what cannot be undone: the project has to be named with the command. */
export async function chooseNamedProject(
  projects: Pick<Projects, 'list' | 'requireNamed'>,
  options: ProjectOption,
  position?: string,
): Promise<Project> {
  if (options.project === undefined && position === undefined)
    throw new CommandInputInvalid('--project', 'name the project explicitly, because this cannot be undone.');
  return chooseProject(projects, options, position);
}
