import { expect, it } from 'vitest';
import type { Project } from '../contract/project.ts';
import { duration } from '../kernel/clock.ts';
import { withMissingPages } from './missing-pages.ts';
import { createTellMissing } from './read-missing.ts';
import { otherValue, type PageQuery, type VerifyReport, type VisitStore } from './visits/visit-store.ts';

const counts = { human: 1, ai: 0, total: 1 };

it('knows the pages that were viewed in the last 90 days, and nothing of the rest of a day', async () => {
  const asked: PageQuery[] = [];
  const rows = ['/guide', otherValue].map((value) => ({ value, ...counts }));
  const tellMissing = createTellMissing({
    store: {
      countPage: (query) => {
        asked.push(query);
        return Promise.resolve({ totals: counts, rows, hasMore: false, snapshot: '' });
      },
    },
    clock: { now: () => 100 * duration.day + 1 },
    findRedirects: () => Promise.resolve({ patterns: ['/**'], whole: true }),
  });
  const project = { id: 'prj_1', settings: { analytics: { basePath: '' } } } as Project;
  const missing = ['/guides', otherValue].map((value) => ({ value, ...counts }));
  expect(await tellMissing(project, missing)).toEqual([
    { value: '/guides', ...counts, nearest: '/guide', redirected: true },
    { value: otherValue, ...counts, nearest: undefined, redirected: undefined },
  ]);
  expect(asked.map(({ projectId, range }) => [projectId, range.from])).toEqual([['prj_1', 10 * duration.day]]);
});

it('is not well where the missing pages of a project are not', async () => {
  const report = (differences: string[]): VerifyReport => ({
    ok: differences.length === 0,
    views: 1,
    compared: 2,
    differences,
  });
  const store = {
    verify: (projectId) => Promise.resolve(report(projectId === 'prj_1' ? [] : ['one is lost'])),
  } as Partial<VisitStore> as VisitStore;
  expect(await withMissingPages(store).verify('prj_1')).toEqual({
    ok: false,
    views: 1,
    compared: 4,
    differences: ['missing pages: one is lost'],
  });
});
