import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editText } from './edit-text.ts';
import { restoreHiddenCharacters, showHiddenCharacters } from './hidden-text.ts';

function edit(original: string, oldText: string, newText: string, replaceAll = false): string {
  return editText(original, { oldText, newText, replaceAll }).text;
}

describe('editText', () => {
  it('replaces an exact passage', () => {
    expect(edit('one two three', 'two', '2')).toBe('one 2 three');
  });

  it('finds a passage whose quotes and dashes are typographic, and keeps what was not changed', () => {
    const original = 'It’s “fast” – really.\n';
    expect(edit(original, `It's "fast" - really.`, `It's "fast" - truly.`)).toBe('It’s “fast” – truly.\n');
  });

  it('keeps CRLF inside and outside the passage, and gives new lines the same ending', () => {
    expect(edit('a\r\nb\r\nc\r\n', 'a\nb', 'a\nx\nb')).toBe('a\r\nx\r\nb\r\nc\r\n');
  });

  it('keeps trailing double spaces of lines the model left alone', () => {
    expect(edit('first  \nsecond  \nthird\n', 'first\nsecond', 'first\n2nd')).toBe('first  \n2nd  \nthird\n');
  });

  it('adds trailing double spaces when the model asks for them', () => {
    expect(edit('first\nsecond\n', 'first\nsecond', 'first  \nsecond')).toBe('first  \nsecond\n');
  });

  it('keeps a byte order mark, frontmatter and a table', () => {
    const original = '\uFEFF---\ntitle: "A"\n---\n\n| a   | b |\n| --- | - |\n| one | 2 |\n';
    expect(edit(original, '| one | 2 |', '| one | 3 |')).toBe(original.replace('| 2 |', '| 3 |'));
  });

  it('prefers the exact passage to one that is only like it', () => {
    expect(edit(`it’s\nit's\n`, `it's`, 'it is')).toBe('it’s\nit is\n');
  });

  it('accepts a passage copied with a spelled-out invisible character', () => {
    expect(edit('pay\u200Bload', 'pay⟦U+200B⟧load', 'payload')).toBe('payload');
    expect(edit('a\u200Bb c', 'a⟦U+200B⟧b c', 'a⟦U+200B⟧b d')).toBe('a\u200Bb d');
  });

  it('refuses a passage that is not unique and names its lines', () => {
    expect(() => edit('x\ny\nx\n', 'x', 'z')).toThrow(/2 times, at lines 1, 3\./);
    expect(() => edit('x x\ny\nx\n', 'x', 'z')).toThrow(/3 times, at lines 1, 3\.[^\n]*\n1\tx x\n3\tx$/);
    expect(edit('x\ny\nx\n', 'x', 'z', true)).toBe('z\ny\nz\n');
  });

  it('answers with the nearest passages when there is none', () => {
    const original = 'Intro\n\nInstall the client with pip install tidewater.\n\nOutro\n';
    expect(() => edit(original, 'Install the client using pip install tidewater-client.', '')).toThrow(
      /Nearest passages:\n3\tInstall the client with pip/,
    );
    expect(() => edit(original, 'zzzzqqqq', '')).toThrow(/Nothing in the file is similar/);
  });

  it('refuses an edit that changes nothing', () => {
    expect(() => edit('a', 'a', 'a')).toThrow(/the same/);
  });

  it('is quick on a file made to be slow', () => {
    const original = `${' '.repeat(200_000)}x\n${'<!-- '.repeat(50_000)}\nneedle\n`;
    expect(edit(original, 'needle', 'pin').endsWith('\npin\n')).toBe(true);
    expect(() => edit(original, 'no such needle here', '')).toThrow(/does not occur/);
    const many = 'a\n'.repeat(100_000);
    expect(edit(many, 'a', 'b', true)).toBe(many.replaceAll('a', 'b'));
    expect(() => edit(many, 'a', 'b')).toThrow(/100000 times, at lines 1, 2, 3.*and 99980 more/);
  });
});

const prose = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    ' ',
    '  ',
    '\t',
    '\n',
    '\r\n',
    '’',
    "'",
    '“',
    '"',
    '–',
    '-',
    '|',
    'é',
    '\u00a0',
    '😀',
  ),
  maxLength: 40,
});

describe('editText, whatever the text', () => {
  it('changes nothing outside the match', () => {
    fc.assert(
      fc.property(prose, prose, prose, (before, after, newText) => {
        const [head, tail] = [before.replaceAll('§', ''), after];
        const original = `${head}§mark§${tail}`;
        const result = edit(original, '§mark§', newText);
        expect(result.startsWith(head)).toBe(true);
        expect(result.endsWith(tail)).toBe(true);
        const inserted = result.slice(head.length, result.length - tail.length);
        expect(inserted.replaceAll('\r\n', '\n')).toBe(newText.replaceAll('\r\n', '\n'));
      }),
    );
  });

  it('keeps every byte of the passage that the model left alone, however it wrote it', () => {
    fc.assert(
      fc.property(prose, prose, prose, prose, (head, passage, middle, tail) => {
        const plain = (text: string) =>
          text
            .replaceAll('\r\n', '\n')
            .replace(/[ \t]+(?=\n)/g, '')
            .replace(/[’]/g, "'")
            .replace(/[“]/g, '"')
            .replace(/[–]/g, '-')
            .replaceAll('\u00a0', ' ');
        const original = `${head}§${passage}OLD${middle}§${tail}`;
        const oldText = `§${plain(passage)}OLD${plain(middle)}§`;
        const newText = `§${plain(passage)}NEW${plain(middle)}§`;
        expect(edit(original, oldText, newText)).toBe(original.replace('OLD', 'NEW'));
      }),
      { numRuns: 500 },
    );
  });

  it('replaces as many occurrences as there are and nothing between them', () => {
    fc.assert(
      fc.property(fc.array(prose, { minLength: 2, maxLength: 6 }), (pieces) => {
        const result = edit(pieces.join('§one§'), '§one§', '§two§', true);
        expect(result).toBe(pieces.join('§two§'));
      }),
    );
  });
});

describe('hidden characters', () => {
  it('are spelled out and can be restored', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\u200b', '\u202e', '\u{e0041}', ' ', '\n', '\ufeff') }),
        (text) => {
          const shown = showHiddenCharacters(text);
          expect(shown).not.toMatch(/[\u200b\u202e\ufeff]|\u{e0041}/u);
          expect(restoreHiddenCharacters(shown)).toBe(text);
        },
      ),
    );
  });
});
