import { describe, expect, it } from 'vitest';
import { endHtml } from './mask-syntax.ts';

function ended(...lines: readonly string[]): readonly string[] {
  return endHtml(
    lines,
    lines.map(() => false),
  );
}

describe('an element of HTML that text follows', () => {
  it('ends where it is closed', () => {
    expect(ended('<div>', '  <p>a', '  </p>', '</div>', '[a](b)')[3]).toBe('      ');
    expect(ended('<figure>', '<iframe a', '  b>', '</iframe>', '</figure>', '[a](b)').slice(3)).toEqual([
      '</iframe>',
      '         ',
      '[a](b)',
    ]);
    expect(ended('a', '', '</div>', 'b')[2]).toBe('      ');
  });

  it('goes on within another, and before HTML and empty lines', () => {
    for (const lines of [
      ['<div>', '<p>', '</p>', 'a'],
      ['<div>', '</div>', '<p>a</p>'],
      ['<div>', '</div>', '', 'a'],
      ['<p>a</p>', 'b'],
      ['a <b>', '</b>x', 'c'],
    ])
      expect(ended(...lines)).toEqual(lines);
  });

  it('is left alone in code', () => {
    const lines = ['<div>', '</div>', 'a'];
    expect(endHtml(lines, [true, true, true])).toEqual(lines);
  });
});
