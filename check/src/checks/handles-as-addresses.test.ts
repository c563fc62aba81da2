import { expect, it } from 'vitest';
import { deadLinksOf } from '../../test/dead-links.ts';

it('tells a name with @ before it that stands in place of an address', async () => {
  const said = (text: string, more = {}): Promise<readonly string[]> => deadLinksOf({ 'README.md': text, ...more });
  expect(await said('[Ann](@ann) [Bob](https://github.com/bob) [c](@c/d) @dan\n')).toEqual([
    'warning README.md:1 @ann',
  ]);
  expect(await said('[Ann](@ann)\n', { '@ann/a.md': '# A\n' })).toEqual([]);
  const documenter = { 'docs/make.jl': 'makedocs(sitename = "A")\n', 'docs/src/index.md': '# A\n\n[a](@other)\n' };
  expect(await deadLinksOf(documenter)).not.toContain('warning docs/src/index.md:3 @other');
});
