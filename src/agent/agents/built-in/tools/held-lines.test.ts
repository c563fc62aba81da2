import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { hashOf } from './text-file.ts';
import { createToolbox } from './toolbox.fixture.ts';

let box: ReturnType<typeof createToolbox>;
beforeEach(() => {
  const diff = () => 'diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -9 +9 @@\n-a\n+b\n';
  box = createToolbox({ diff });
});
afterEach(() => {
  box.dispose();
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const edit = (first_line: number, last_line: number, new_text: string) =>
  box.call('edit', { path: 'a.md', first_line, last_line, new_text });

it('takes line numbers as they were shown, whatever was changed since', async () => {
  box.put('a.md', `${numbered(20).join('\n')}\n`);
  await box.call('read', { path: 'a.md' });
  expect((await edit(2, 2, 'two\n2b\n2c')).text).toBe('Edited a.md at line 2.\nThe file parses without problems.');
  await box.call('insert', { path: 'a.md', after_line: 5, text: 'new' });
  await box.call('edit', { path: 'a.md', old_text: 'line 8\n', new_text: '' });
  expect((await edit(10, 11, 'ten and eleven')).text).toBe(
    'Edited a.md at lines 10-11, where stood:\n10\tline 10\n11\tline 11\nThe file parses without problems.',
  );
  box.resume();
  expect((await edit(13, 13, 'thirteen')).text).toContain('where stood:\n13\tline 13\n');
  await box.call('move', { from: 'a.md', to: 'b.md' });
  await box.call('edit', { path: 'b.md', first_line: 20, new_text: 'twenty' });
  const expected = numbered(20);
  expected.splice(19, 1, 'twenty');
  expected.splice(12, 1, 'thirteen');
  expected.splice(9, 2, 'ten and eleven');
  expected.splice(7, 1);
  expected.splice(5, 0, 'new');
  expected.splice(1, 1, 'two', '2b', '2c');
  expect(box.text('b.md')).toBe(`${expected.join('\n')}\n`);
});

it('refuses lines that themselves were changed, that lines were put between, or that were not shown', async () => {
  box.put('a.md', `${numbered(20).join('\n')}\n`);
  await box.call('read', { path: 'a.md', last_line: 12 });
  await edit(4, 5, 'x');
  const refusal = /of 'a\.md' changed since they were shown to you, or were not shown\. Read them, or give old_text\.$/;
  expect((await edit(5, 6, 'y')).text).toMatch(refusal);
  await box.call('insert', { path: 'a.md', after_line: 8, text: 'new' });
  expect((await edit(8, 9, 'y')).text).toMatch(refusal);
  expect((await edit(12, 13, 'y')).text).toMatch(/^Lines 12-13 of 'a\.md' changed/);
  const inserted = await box.call('insert', { path: 'a.md', after_line: 4, text: 'y' });
  expect(inserted.text).toMatch(/^Line 4 of .* or give a heading\.$/);
  expect(await edit(9, 9, 'nine')).not.toMatchObject({ failed: true });
  expect(box.text('a.md')).toContain('line 8\nnew\nnine\n');
  // As many lines as before: the numbers hold.
  await edit(10, 11, 'ten\neleven');
  expect(await edit(11, 11, 'ELEVEN')).not.toMatchObject({ failed: true });
  expect(box.text('a.md')).toContain('ten\nELEVEN\nline 12');
});

it('drops old numbers of a file once present ones of it were told', async () => {
  const call = (tool: string, input: object) => box.call(tool, input);
  for (const tell of [
    () => call('read', { path: 'a.md', first_line: 1, last_line: 3 }),
    () => call('search', { pattern: 'line 3' }),
    () => call('edit', { path: 'a.md', old_text: 'line', new_text: 'x' }),
    () => call('edit', { path: 'a.md', old_text: 'line 12', new_text: 'BROKEN' }),
    () => call('check_docs', {}),
    () => call('diff', {}),
    () => call('insert', { path: 'a.md', heading: 'None', text: 'x' }),
    () => call('replace', { pattern: 'line 3', replacement: 'line', preview: true }),
    () => call('replace', { pattern: 'line 3', replacement: 'line' }),
    () => {
      box.resume([{ role: 'user', origin: 'round', text: 'a.md:9 is wrong' }]);
      return Promise.resolve();
    },
  ]) {
    box.put('a.md', `${numbered(12).join('\n')}\n`);
    await call('read', { path: 'a.md' });
    await edit(1, 1, 'one\n1b');
    await tell();
    expect((await edit(9, 9, 'nine')).text).toMatch(/^Line 9 of 'a\.md' changed/);
    box.resume();
    expect((await edit(9, 9, 'nine')).text).toMatch(/^Line 9 of 'a\.md' changed/);
  }
});

it('goes on with records of a former version: what was read stays read, and lines are read again for their numbers', async () => {
  box.put('a.md', 'one\ntwo\nthree\n');
  const seen = { path: 'a.md', hash: hashOf(Buffer.from(box.text('a.md'))) };
  const result = {
    callId: 'old',
    tool: 'read',
    text: '',
    failed: false,
    record: { seen, movedFrom: { 'a.md': null } },
  };
  box.resume([{ role: 'tool', results: [result] }]);
  expect((await edit(2, 2, 'x')).text).toMatch(/^Line 2 of 'a\.md' .* Read them, or give old_text\.$/);
  const passage = { path: 'a.md', old_text: 'two', new_text: '2\n2b' };
  expect((await box.call('edit', passage)).text).toMatch(/^Edited a\.md at 1 place\.\n/);
  await box.call('read', { path: 'a.md' });
  expect((await edit(2, 2, 'x')).text).toMatch(/^Edited a\.md at line 2\.\n/);
  expect(box.text('a.md')).toBe('one\nx\n2b\nthree\n');
});

it('changes the line that was shown under a number, or none, over random edits', async () => {
  const step = fc.record({ first: fc.integer({ min: 1, max: 15 }), count: fc.nat(3), lines: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      box.put('a.md', `${numbered(15).join('\n')}\n`);
      await box.call('read', { path: 'a.md' });
      let lines: { text: string; number?: number }[] = numbered(15).map((text, index) => ({ text, number: index + 1 }));
      for (const [index, { first, count, lines: added }] of steps.entries()) {
        const last = Math.min(15, first + count);
        const at = lines.findIndex(({ number }) => number === first);
        const named = lines.slice(Math.max(0, at), at + last - first + 1);
        const isHeld = at !== -1 && named.every(({ number }, offset) => number === first + offset);
        const fresh = Array.from({ length: added }, (_, line) => `new ${index}.${line}`);
        const { failed = false } = await edit(first, last, fresh.map((text) => `${text}\n`).join(''));
        expect(failed).toBe(!(isHeld && named.length === last - first + 1));
        // Where as many lines stand as before, their numbers hold.
        const keeps = added === named.length;
        if (!failed)
          lines = lines.toSpliced(
            at,
            named.length,
            ...fresh.map((text, offset) => ({ text, ...(keeps && { number: first + offset }) })),
          );
        expect(box.text('a.md')).toBe(lines.map(({ text }) => `${text}\n`).join(''));
      }
    }),
    { numRuns: 30 },
  );
});
