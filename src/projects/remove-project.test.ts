import { expect, it } from 'vitest';
import type { Project } from '../contract/project.ts';
import { createRemoveProject } from './remove-project.ts';

function setting({ known }: { known: boolean }) {
  const done: string[] = [];
  const remove = createRemoveProject({
    store: {
      get: () => Promise.resolve(known ? ({} as Project) : undefined),
      remove: (id) =>
        known ? Promise.resolve(void done.push(`remove ${id}`)) : Promise.reject(new Error('not found')),
    },
    forgetVisits: (id) => Promise.resolve(void done.push(`forget ${id}`)),
  });
  return { done, remove };
}

it('forgets the visits before the project is gone, and what was written meanwhile', async () => {
  const { done, remove } = setting({ known: true });
  await remove('prj_1', 'cli');
  expect(done).toEqual(['forget prj_1', 'remove prj_1', 'forget prj_1']);
});

it('forgets nothing of a project that is not there', async () => {
  const { done, remove } = setting({ known: false });
  await expect(remove('prj_1', 'cli')).rejects.toThrow(/not found/);
  expect(done).toEqual([]);
});
