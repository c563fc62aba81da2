import { describe, expect, it } from 'vitest';
import { splitFrontmatter } from './frontmatter.ts';

describe('a field behind a list or a quoted text on the same line', () => {
  const page = '---\ntitle: A\nauthors: [a, b] tags: [c]\nslug: "d" draft: true\n---\n\n# A\n';

  it('is one for gray-matter', () => {
    const { data, problems } = splitFrontmatter(page, { grayMatter: true });
    expect(problems).toEqual([]);
    expect(data).toEqual({ title: 'A', authors: ['a', 'b'], tags: ['c'], slug: 'd', draft: true });
  });

  it('is none in YAML', () => {
    expect(splitFrontmatter(page).problems).toHaveLength(1);
  });

  it('is none behind other text', () => {
    expect(splitFrontmatter('---\na: b c: d\n---\n', { grayMatter: true }).problems).toHaveLength(1);
  });
});

it('what has comments alone between its marks is text where only fields are frontmatter', () => {
  const page = '---\n# Chunks and symmetry\n---\n\ntext\n';
  expect(splitFrontmatter(page, { fieldsOnly: true }).body).toBe(page);
  expect(splitFrontmatter(page).body).not.toContain('Chunks');
  expect(splitFrontmatter('---\n# a\ntitle: A\n---\n', { fieldsOnly: true }).data).toEqual({ title: 'A' });
});
