import { expect, it } from 'vitest';
import { compareAll } from './compare-rows.ts';
import type { CountRow } from './visits/visit-store.ts';

it('refuses to hold more rows than fit, however they come', async () => {
  const chunk = Array.from({ length: 40_000 }, (_, index): CountRow => ({
    value: `/${index}`,
    human: 1,
    ai: 0,
    total: 1,
  }));
  let chunks = 0;
  const store = {
    walk: () =>
      Promise.resolve({
        snapshot: 's',
        rows: (async function* () {
          for (;;) {
            chunks += 1;
            yield await Promise.resolve(chunk);
          }
        })(),
      }),
  };
  const query: Parameters<typeof compareAll>[1] = {
    projectId: 'prj_1',
    measure: 'visitors',
    dimension: 'path',
    snapshot: undefined,
    range: { from: 0, to: 1 },
    mapping: { human: [], ai: [], humanSource: 'both' },
  };
  await expect(compareAll(store, query, { from: 0, to: 1 })).rejects.toMatchObject({
    details: [{ field: 'compareFrom', message: expect.stringContaining('100,000') as string }],
  });
  expect(chunks).toBe(3);
});
