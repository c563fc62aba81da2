import { describe, expect, it } from 'vitest';
import { splitFrontmatter } from './split-frontmatter.ts';

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
