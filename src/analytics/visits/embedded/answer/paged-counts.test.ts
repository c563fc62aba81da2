import { expect, it } from 'vitest';
import { systemClock } from '../../../../kernel/clock.ts';
import { SnapshotReleased } from '../../errors.ts';
import { defaultMapping, type PageQuery } from '../../visit-store.ts';
import { MemoryLedger } from '../columns/memory-ledger.ts';
import { HeldResults } from './held-results.ts';
import { PagedCounts } from './paged-counts.ts';

const query: PageQuery = {
  projectId: 'docs',
  measure: 'views',
  dimension: 'path',
  range: { from: undefined, to: undefined },
  mapping: defaultMapping,
  snapshot: undefined,
  offset: 0,
  limit: 10,
};
const one = Uint32Array.of(1);

/** Data of which each count is overtaken by a deletion of its text until `left` are left. */
function countsOfDeleted(left: number): { counts: PagedCounts; counted: () => number } {
  let version = 0;
  let counted = 0;
  const pool = {
    count: () => {
      counted += 1;
      const rows = { group: Uint32Array.of(version), human: one, ai: one, total: one };
      const answer = { rows, totals: { human: 1, ai: 1, total: 1 }, version: `${version}` };
      if (left > 0) version += 1;
      left -= 1;
      return Promise.resolve(answer);
    },
    search: () => Promise.resolve(one),
  };
  const reader = {
    version: () => `${version}`,
    labels: (_project: string, _dimension: string, groups: readonly number[]) =>
      groups.map((group) => (group === version ? '/kept' : undefined)),
  };
  const held = new HeldResults({ clock: systemClock, maximumBytes: 2 ** 20, ledger: new MemoryLedger() });
  return { counts: new PagedCounts({ pool, reader, held }), counted: () => counted };
}

it('counts again what a deletion overtook', async () => {
  const { counts, counted } = countsOfDeleted(2);
  expect((await counts.page(query)).rows).toEqual([{ value: '/kept', human: 1, ai: 1, total: 1 }]);
  expect(counted()).toBe(3);
});

it('refuses it to a reader of a snapshot', async () => {
  const { counts, counted } = countsOfDeleted(1);
  const { snapshot } = await countsOfDeleted(0).counts.page(query);
  await expect(counts.page({ ...query, snapshot })).rejects.toThrow(SnapshotReleased);
  expect(counted()).toBe(1);
});

it('counts the memory of the answers that it keeps, and no other', () => {
  const ledger = new MemoryLedger();
  const answerBytes = () => ledger.read().find(({ use }) => use === 'answers')!.bytes;
  const held = new HeldResults({ clock: systemClock, maximumBytes: 2_500, ledger });
  const rows = { group: one, human: one, ai: one, total: one };
  const put = (snapshot: string) => {
    held.put(snapshot, 'docs', { rows, totals: { human: 1, ai: 1, total: 1 }, version: '1' });
    return answerBytes();
  };
  expect([put('a'), put('b'), put('c'), put('c')]).toEqual([1_016, 2_032, 2_032, 2_032]);
  held.releaseProject('docs');
  expect(answerBytes()).toBe(0);
});
