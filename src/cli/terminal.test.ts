import fc from 'fast-check';
import pc from 'picocolors';
import { expect, it } from 'vitest';
import { runCommand } from '../../test/command-line.ts';
import { describeEvent } from './describe-job.ts';
import { harmless } from './terminal.ts';

const escape = fc.constantFrom(
  ...[
    '\u001b]0;title\u0007',
    '\u001b[2J',
    '\u001b[8m',
    '\u001b[31;5m',
    '\u009b2J',
    '\u001bc',
    '\r',
    '\b',
    '\u007f',
    '\0',
  ],
  ...['\u001b]8;;https://evil.example\u001b\\\\', '\u001bP+q\u001b\\\\', '\u202e', '\u2066', '\u061c', '\u200f'],
);

it('leaves nothing that a terminal obeys or that turns a line round, and every word', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(escape, fc.stringMatching(/^[a-z ]{1,5}$/), fc.string({ unit: 'binary' })), { maxLength: 9 }),
      (parts) => {
        const text = harmless(parts.join(''));
        // eslint-disable-next-line no-control-regex -- they are what is taken out
        const withoutColours = text.replaceAll(/\u001b\[(?:[0-4]|22|24|3[0-79]|90)m/g, '');
        expect(withoutColours).not.toMatch(/[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
      },
    ),
  );
  const { green, bold, dim } = pc.createColors(true);
  for (const text of [green('a'), bold('b'), dim('c'), 'two\nlines\tand 日本語']) expect(harmless(text)).toBe(text);
  expect(harmless('a\r\nb\rc')).toBe('a\nb�c');
});

it('holds for what a command says of its arguments', async () => {
  const { error, code } = await runCommand(['project', 'show', '\u001b[2J\u202eevil', '--unknown\u009b2J']);
  expect(code).not.toBe(0);
  // eslint-disable-next-line no-control-regex -- they are what must not be there
  expect(error).not.toMatch(/[\u009b\u202e]|\u001b\[2J/);
  expect(error).toContain('�');
});

it('shows colours of strangers in the log of a job as marks', () => {
  const shown = describeEvent({ type: 'message', id: 1, at: '2026-11-30T00:00:00Z', text: 'a \u001b[31mred' } as never);
  expect(shown).toBe('message: a �[31mred');
});
