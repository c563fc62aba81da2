import { describe, expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { undefinedReference } from './collect-facts.ts';

const undefinedName = (text: string): string | undefined => {
  const found = undefinedReference(text);
  return found?.word === undefined ? found?.name : undefined;
};

describe('the name of a reference that nothing defines', () => {
  it('stands behind several words in brackets', () => {
    expect(undefinedName('See [the guide][guide-1].')).toBe('guide-1');
    expect(undefinedName('[1 2][3] and [two words][two names]')).toBe('two names');
  });

  it.each([
    '[word][name]',
    '[1 2][name]',
    '[two words][12]',
    'x[two words][name]',
    '[two words][name](x)',
    '[a b][c.d]',
  ])('is not in %s', (text) => {
    expect(undefinedName(text)).toBeUndefined();
  });

  it('is looked for in a text of any length', () => {
    const long = 'word '.repeat(20_000);
    expect(undefinedName(`[${long}] [${long}[${long}][two words][name]`)).toBeUndefined();
    expect(undefinedName(`[${long}][name]`)).toBe('name');
  });
});

it('is reported on a page of a code host behind one word too, which is no index', async () => {
  const page = 'Start [text][nowhere], then `x` [a][b] of the list.\n';
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': page }) });
  expect(findings.map(({ message }) => message.split(',', 1)[0])).toEqual(['Nothing on this page defines [nowhere]']);
});
