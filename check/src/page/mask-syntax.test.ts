import { expect, it } from 'vitest';
import { maskSyntax } from './mask-syntax.ts';

it.each([
  ['## Title {#own}', 'own'],
  ['## Title {: .class #own }', 'own'],
  ['## Title {/* #own */}', 'own'],
  // As a program writes MDX, whose text then has the braces alone.
  ['#### <code>own</code> \\{#own\\}', 'own'],
  ['## Title {own}', undefined],
])('the anchor that an author gives: %s', (text, id) => {
  const dialect = { syntax: 'mdx', indentedCode: true, headingId: 'braces', masks: [] } as const;
  expect(maskSyntax(text, dialect).headingIds.get(1)).toBe(id);
});

it('reads a directive of MyST up to a fence that is not four spaces deeper than its own', () => {
  const dialect = { syntax: 'markdown', indentedCode: true, headingId: 'none', masks: ['myst-directive'] } as const;
  const text = '  ```{note}\n      ```\n      a\n      ```\n  ```';
  expect(maskSyntax(text, dialect).text).toBe('           \n      ```\n      a\n      ```\n     ');
});
