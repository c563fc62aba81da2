import { afterEach, expect, it, vi } from 'vitest';
import type { Project } from '../contract/project.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import { chooseNamedProject, chooseProject } from './choose-project.ts';
import { CommandInputInvalid, ProjectNotChosen } from './errors.ts';

const withProjects = (...names: string[]) => {
  const all = names.map((name) => ({ id: `prj_${name}`, name }) as Project);
  return {
    list: () => Promise.resolve(all),
    requireNamed: (wanted: string) => {
      const found = all.find(({ id, name }) => id === wanted || name === wanted);
      return found === undefined ? Promise.reject(new ProjectNotFound(wanted)) : Promise.resolve(found);
    },
  };
};

afterEach(() => {
  vi.unstubAllEnvs();
});

it('takes the option, the position, DOCWRIGHT_PROJECT and the only project, in this order', async () => {
  vi.stubEnv('DOCWRIGHT_PROJECT', 'C');
  const many = withProjects('A', 'B', 'C');
  expect(await chooseProject(many, { project: 'A' }, 'A')).toMatchObject({ name: 'A' });
  expect(await chooseProject(many, {}, 'B')).toMatchObject({ name: 'B' });
  expect(await chooseProject(many, {})).toMatchObject({ name: 'C' });
  vi.stubEnv('DOCWRIGHT_PROJECT', '');
  expect(await chooseProject(withProjects('A'), {})).toMatchObject({ name: 'A' });
});

it('refuses to guess between projects, and names them', async () => {
  await expect(chooseProject(withProjects('A', 'B'), {})).rejects.toThrow('2 projects: A, B.');
  await expect(chooseProject(withProjects(), {})).rejects.toThrow(ProjectNotChosen);
  await expect(chooseProject(withProjects('A', 'B'), { project: 'A' }, 'B')).rejects.toThrow(CommandInputInvalid);
});

it('takes an empty name for a mistake, never for the only project', async () => {
  for (const choose of [chooseProject, chooseNamedProject]) {
    await expect(choose(withProjects('A'), { project: '' })).rejects.toThrow('--project: is empty');
    await expect(choose(withProjects('A'), {}, '')).rejects.toThrow('--project: is empty');
  }
});

it('wants the name for what cannot be undone, whatever the environment says', async () => {
  vi.stubEnv('DOCWRIGHT_PROJECT', 'A');
  await expect(chooseNamedProject(withProjects('A'), {})).rejects.toThrow('--project: name the project');
  expect(await chooseNamedProject(withProjects('A'), {}, 'A')).toMatchObject({ name: 'A' });
});
