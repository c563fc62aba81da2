import { expect, it } from 'vitest';
import { splitFrontmatter } from './frontmatter.ts';

it('what has comments alone between its marks is text where only fields are frontmatter', () => {
  const page = '---\n# Chunks and symmetry\n---\n\ntext\n';
  expect(splitFrontmatter(page, { fieldsOnly: true }).body).toBe(page);
  expect(splitFrontmatter(page).body).not.toContain('Chunks');
  expect(splitFrontmatter('---\n# a\ntitle: A\n---\n', { fieldsOnly: true }).data).toEqual({ title: 'A' });
});
