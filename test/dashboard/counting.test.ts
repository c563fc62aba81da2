import { join } from 'node:path';
import { expect, it } from 'vitest';
import { counting } from '../../dashboard/src/analytics/counting.ts';
import { readGuide } from '../../src/guide/read-guide.ts';

it('leads from each card to a part of the guide that there is', async () => {
  const { pages } = await readGuide(join(import.meta.dirname, '../../docs'));
  const addresses = pages.flatMap(({ name, sections }) => [name, ...sections.map(({ id }) => `${name}#${id}`)]);
  for (const { page } of Object.values(counting)) expect(addresses).toContain(page);
});
