import { expect, it } from 'vitest';
import { SnapshotReleased } from '../errors.ts';
import type { CountQuery } from '../visit-store.ts';
import { dimensions } from '../visit-store.ts';
import type { NewProject } from './tested-project.ts';
import { day, start, view } from './tested-project.ts';

/** One answer in pages, in chunks, and by search, all from one version of the data. */
export function testPaging(newProject: NewProject): void {
  it('orders rows by total, then by code point, and pages through them', async () => {
    const { store, project, everything, rows } = newProject();
    // U+FF5E comes before U+1F600 by code point, and after it by UTF-16 unit.
    const paths = ['/b', '/a', '/😀', '/~'];
    await store.append(
      project,
      paths.map((path, index) => view(index, path, start)),
    );
    await store.append(project, [view(9, '/b', start)]);
    expect((await rows()).map(([path]) => path)).toEqual(['/b', '/a', '/~', '/😀']);
    const page = await store.countPage({ ...everything, limit: 2, offset: 1 });
    expect(page.rows.map((row) => row.value)).toEqual(['/a', '/~']);
    expect(page.hasMore).toBe(true);
    const last = await store.countPage({ ...everything, limit: 2, offset: 2 });
    expect(last.hasMore).toBe(false);
    const past = await store.countPage({ ...everything, limit: 2, offset: 4 });
    expect([past.rows, past.hasMore]).toEqual([[], false]);
  });

  it('answers all pages of a snapshot from one data version, and refuses one it does not hold', async () => {
    const { store, project, everything } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/b', start)]);
    const first = await store.countPage({ ...everything, limit: 1 });
    await store.append(project, [view(3, '/b', start), view(4, '/b', start)]);
    const second = await store.countPage({ ...everything, limit: 1, offset: 1, snapshot: first.snapshot });
    expect(second.rows).toEqual([{ value: '/b', human: 1, ai: 0, total: 1 }]);
    expect(second.totals).toEqual({ human: 2, ai: 0, total: 2 });
    expect(second.snapshot).toBe(first.snapshot);
    expect((await store.countPage(everything)).rows[0]).toMatchObject({ value: '/b', total: 3 });
    await expect(store.countPage({ ...everything, snapshot: 'unknown' })).rejects.toThrow(SnapshotReleased);
  });

  it('refuses a snapshot of another query', async () => {
    const { store, project, neighbour, everything } = newProject();
    await store.append(project, [view(1, '/a', start), view(1, '/a', start + 1)]);
    await store.append(neighbour, [view(2, '/a', start)]);
    const { snapshot } = await store.countPage(everything);
    const others: Partial<CountQuery>[] = [
      { measure: 'views' },
      { dimension: 'country' },
      { range: { from: start, to: undefined } },
      { mapping: { human: ['human'], ai: [], humanSource: 'automatic' } },
      { mapping: { ...everything.mapping, humanSource: 'both' } },
      { projectId: neighbour },
    ];
    for (const other of others) {
      await expect(store.countPage({ ...everything, ...other, snapshot })).rejects.toThrow(SnapshotReleased);
      await expect(store.walk({ ...everything, ...other, snapshot })).rejects.toThrow(SnapshotReleased);
    }
  });

  it('walks all rows in the order of the pages', async () => {
    const { store, project, everything, walked } = newProject();
    await store.append(project, [view(1, '/a', start), view(2, '/b', start), view(3, '/b', start)]);
    expect(await walked()).toEqual((await store.countPage(everything)).rows);
  });

  it('searches within a snapshot, whatever arrives meanwhile', async () => {
    const { store, project, everything, walked } = newProject();
    const paths = ['/Guide/a', '/x', '/guide/b', '/GUIDE/c', '/ÜBER'];
    await store.append(
      project,
      paths.map((path, index) => view(index, path, start)),
    );
    const search = async (text: string, limit: number, offset: number, snapshot?: string) => {
      const page = await store.countPage({ ...everything, search: text, limit, offset, snapshot });
      return [page.rows.map(({ value }) => value), page.hasMore, page.totals.total];
    };
    expect(await search('guide', 2, 0)).toEqual([['/GUIDE/c', '/Guide/a'], true, 5]);
    expect(await search('über', 2, 0)).toEqual([['/ÜBER'], false, 5]);
    expect(await search('%', 2, 0)).toEqual([[], false, 5]);
    const { snapshot } = await store.countPage({ ...everything, search: 'guide', limit: 2 });
    await store.append(project, [view(8, '/guide/b', start), view(9, '/guide/b', start)]);
    expect(await search('guide', 2, 2, snapshot)).toEqual([['/guide/b'], false, 5]);
    // The same snapshot without the search, and with another.
    expect((await store.countPage({ ...everything, snapshot })).rows).toHaveLength(5);
    expect(await search('x', 2, 0, snapshot)).toEqual([['/x'], false, 5]);
    expect((await walked({ search: 'GUIDE', snapshot })).map(({ value }) => value)).toEqual([
      '/GUIDE/c',
      '/Guide/a',
      '/guide/b',
    ]);
    expect(await search('guide', 1, 0)).toEqual([['/guide/b'], true, 7]);
  });

  it.each(['visitors', 'views'] as const)('keeps all pages of %s stable while views arrive', async (measure) => {
    const { store, project, everything, walked } = newProject();
    for (const dimension of dimensions) {
      const query = { ...everything, measure, dimension, limit: 1 };
      await store.append(project, [view(1, '/a', start, { country: 'DE' }), view(2, '/b', start, { referrer: 'x' })]);
      const first = await store.countPage(query);
      const expected = await walked({ ...query, snapshot: first.snapshot });
      const pages = [...first.rows];
      for (let { hasMore } = first; hasMore;) {
        await store.append(project, [view(3, `/${pages.length}`, start + day, { category: 'assistant' })]);
        const next = await store.countPage({ ...query, offset: pages.length, snapshot: first.snapshot });
        expect([next.totals, next.snapshot]).toEqual([first.totals, first.snapshot]);
        pages.push(...next.rows);
        ({ hasMore } = next);
      }
      expect(pages).toEqual(expected);
    }
  });
}
