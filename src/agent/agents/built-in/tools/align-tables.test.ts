import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alignTables } from './align-tables.ts';
import { lineChanges } from './line-changes.ts';
import { createToolbox } from './toolbox.fixture.ts';

const align = (before: string, edited: string) => alignTables(before, edited, lineChanges(before, edited)).text;
const lines = (...rows: string[]) => `Text\n\n${rows.join('\n')}\n\nMore\n`;

const aligned = lines('| Name  | Default |', '| ----- | ------- |', '| `one` | 1       |', '| `two` | 2       |');

it('aligns the rows again when one becomes longer, shorter, is added or goes', () => {
  expect(align(aligned, aligned.replace('| `two` | 2       |', '| `three four` | 34 |'))).toBe(
    lines(
      '| Name         | Default |',
      '| ------------ | ------- |',
      '| `one`        | 1       |',
      '| `three four` | 34      |',
    ),
  );
  const added = aligned.replace('| `two` |', '| `a` | b \\| c |\n| `two` |');
  expect(align(aligned, added)).toContain('| `a`   | b \\| c  |\n| `two` |');
  const long = align(aligned, aligned.replace('| `two` | 2       |', '| `two` | 2       |\n| longest name | 3 |'));
  expect(long).toContain('| longest name | 3       |');
  expect(align(long, long.replace('| longest name | 3       |\n', ''))).toBe(aligned);
});

it.each([
  ['dashes from bar to bar', ['|Name |', '|-----|']],
  [
    'dashes from bar to bar, with blanks',
    ['| Name |', '|------|', '| abcd |'],
    '| abcdefg |',
    '| Name    |',
    '|---------|',
  ],
  ['to the right', ['|   N |', '| --: |', '| 100 |'], '| 10000 |', '|     N |', '| ----: |'],
  ['to the left whatever the dashes say', ['| N   |', '| --: |', '| 100 |'], '| 10000 |', '| N     |', '| ----: |'],
  [
    'in the middle',
    ['|   Name   |', '| :------: |', '| abcdefgh |'],
    '| abcdefghij |',
    '|    Name    |',
    '| :--------: |',
  ],
  [
    'wider than it need be',
    ['| Name      |', '| --------- |', '| a         |'],
    '| bc |',
    '| Name      |',
    '| bc        |',
  ],
  ['of wide characters', ['| 名前 |', '| ---- |', '| ab   |'], '| 日本語 |', '| 名前   |', '| ------ |'],
  ['of wide characters, by their number', ['| 名前  |', '| --- |', '| abc |'], '| abcd |', '| 名前   |', '| ---- |'],
  ['of emoji', ['| ✔️🎉 |', '| ---- |', '| abcd |'], '| abcde |', '| ✔️🎉  |', '| ----- |'],
  [
    'of emoji, as JavaScript counts them',
    ['| ✅   |', '| --- |', '| 🚫  |', '| abc |'],
    '| abcd |',
    '| ✅    |',
    '| ---- |',
    '| 🚫   |',
  ],
  ['in a quotation', ['> | A   |', '> | --- |', '> | abc |'], '> | abcd |', '> | A    |', '> | ---- |'],
  ['with CRLF', ['| A   |\r', '| --- |\r', '| abc |\r'], '| abcd |\r', '| A    |\r', '| ---- |\r'],
])('keeps the layout of a table %s', (_, table, row = '', ...expected) => {
  const before = lines(...table);
  const result = align(
    before,
    before.replace(table.at(-1) ?? '', (last) => `${last}\n${row}`),
  );
  for (const line of expected) expect(result.split('\n')).toContain(line);
  if (expected.length === 0) expect(result).toContain(table.join('\n'));
});

it('leaves a table alone that was not aligned, is new, or has rows of another length', () => {
  const ragged = lines('| Name | Default |', '|---|---|', '| one | 1 |');
  for (const [before, edited] of [
    [ragged, ragged.replace('| one | 1 |', '| one two | 12 |')],
    [lines('a'), ragged],
    [aligned, aligned.replace('| `two` | 2       |', '| `three four` |')],
    [aligned, aligned.replace('Text', '| Text |')],
    [aligned, aligned.replace('| `two` | 2       |', '| `three four` | 1 | 2')],
  ] as const)
    expect(align(before, edited)).toBe(edited);
});

it('changes blanks and dashes of the one table alone, whatever the cells', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\\|', '`', ' '), maxLength: 8 });
  const row = fc.array(cell, { minLength: 2, maxLength: 2 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 5 }), row, fc.nat(4), (rows, fresh, where) => {
      const written = (cells: readonly string[]) => `| ${cells.map((text) => text.trim()).join(' | ')} |`;
      const [header = [], ...body] = rows;
      const rough = lines(written(header), '| --- | --- |', ...body.map(written));
      const table = align(aligned, aligned.replace(aligned, rough));
      const index = 4 + (where % (body.length + 1));
      const edited = table.split('\n').toSpliced(index, 0, written(fresh)).join('\n');
      const result = align(table, edited);
      const bare = (text: string) => text.replace(/ |-/g, '');
      expect(bare(result)).toBe(bare(edited));
      // It is aligned now, so it stays as it is.
      expect(align(result, result.replace('More', 'Less'))).toBe(result.replace('More', 'Less'));
    }),
  );
});

it('lets a row be written, says so, and keeps the other rows editable by number and by text', async () => {
  const box = createToolbox();
  try {
    box.put('a.md', aligned);
    await box.call('search', { pattern: '`(one|two)`' });
    const edit = (input: object) => box.call('edit', { path: 'a.md', ...input });
    expect((await edit({ first_line: 5, new_text: '| `a longer name` | 1 |' })).text).toBe(
      'Edited a.md at line 5.\nThe table was aligned again (4 rows).\nThe file parses without problems.',
    );
    expect(await edit({ first_line: 6, new_text: '| `b` | 2 |' })).not.toMatchObject({ failed: true });
    expect(await edit({ old_text: '| `a longer name` | 1       |', new_text: '| `a` | 1 |' })).not.toMatchObject({
      failed: true,
    });
    expect((await box.call('replace', { pattern: 'Default', replacement: 'Default value' })).text).toContain(
      '\n3\t| Name | Default value |',
    );
    expect(box.text('a.md')).toBe(
      lines(
        '| Name | Default value |',
        '| ---- | ------------- |',
        '| `a`  | 1             |',
        '| `b`  | 2             |',
      ),
    );
  } finally {
    box.dispose();
  }
});
