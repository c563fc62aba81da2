import { expect, it } from 'vitest';
import { parseResourceId, placesOf } from './resource-id.ts';

it('`./` is read beside the page, and `../` at the beginning goes no higher than the pages', () => {
  const from = { path: 'a/modules/ROOT/pages/b/c.adoc', root: 'a' };
  const places = (written: string): readonly string[] => placesOf(parseResourceId(written), from, 'page', ['a']);
  expect(places('d.adoc')).toEqual(['a/modules/ROOT/pages/d.adoc']);
  expect(places('./d.adoc')).toEqual(['a/modules/ROOT/pages/b/d.adoc']);
  expect(places('../d.adoc')).toEqual(['a/modules/ROOT/pages/d.adoc']);
  expect(places('../../e/d.adoc')).toEqual(['a/modules/ROOT/pages/e/d.adoc']);
  // The file that a disk has there is no reading of Antora.
  expect(places('../../f/pages/d.adoc')).toEqual(['a/modules/ROOT/pages/f/pages/d.adoc']);
});
