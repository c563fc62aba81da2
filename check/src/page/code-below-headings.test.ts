import { expect, it } from 'vitest';
import { blankCodeBelowHeadings } from './fences.ts';

const code = '    a [x](gone.md)';
const blanked = ' '.repeat(code.length);

it('blanks code behind a heading, and what goes on after it', () => {
  expect(blankCodeBelowHeadings(`# A\n\n${code}\n\n${code}\n\nb\n\n${code}`)).toBe(
    `# A\n\n${blanked}\n\n${blanked}\n\nb\n\n${code}`,
  );
  expect(blankCodeBelowHeadings('# A\n\t[x](y)')).toBe('# A\n       ');
});

it('leaves what is indented in a list, an admonition or a fence, and behind text', () => {
  for (const before of ['# A\n\n- b', '# A\n\n!!! note', '# A\n\nb', '```\n# A\n'])
    expect(blankCodeBelowHeadings(`${before}\n\n${code}`)).toBe(`${before}\n\n${code}`);
});
