import { expect, it } from 'vitest';
import { findProjectInstructions } from './project-instructions.ts';

/** A base commit with these files; a path in place of bytes is a link. */
function baseOf(files: Record<string, string | Uint8Array | { leadsTo: string }>) {
  const readAtBase = (path: string) => {
    const file = files[path];
    if (typeof file === 'string') return Promise.resolve(new TextEncoder().encode(file));
    return Promise.resolve(file instanceof Uint8Array ? file : undefined);
  };
  return {
    readAtBase,
    async findAtBase(path: string) {
      const file = files[path];
      const place = typeof file === 'object' && 'leadsTo' in file ? file.leadsTo : path;
      const bytes = await readAtBase(place);
      return bytes && { path: place, bytes: bytes.length };
    },
  };
}

it('takes the instructions that are nearest to us, and none that say nothing', async () => {
  const files = { 'AGENTS.md': 'Say "job".', '.mintlify/AGENTS.md': 'Mintlify rules', '.docwright/AGENTS.md': '  ' };
  expect(await findProjectInstructions(baseOf(files))).toEqual({
    path: '.mintlify/AGENTS.md',
    text: 'Mintlify rules',
  });
  expect(await findProjectInstructions(baseOf({ 'index.mdx': 'Hi' }))).toBeUndefined();
});

it('cuts instructions that would crowd out the task, and says so', async () => {
  const found = await findProjectInstructions(baseOf({ 'AGENTS.md': 'x'.repeat(50_000) }));
  expect(found?.text).toMatch(/^x{24000}\n\(cut after 24000 characters\)$/);
});

it('reads what a link leads to, unless nobody may see it', async () => {
  const files = {
    'CLAUDE.md': 'Be brief.',
    '.env': 'KEY=secret',
    '.docwright/AGENTS.md': { leadsTo: '.env' },
    '.mintlify/AGENTS.md': { leadsTo: 'nowhere.md' },
    'AGENTS.md': { leadsTo: 'CLAUDE.md' },
  };
  expect(await findProjectInstructions(baseOf(files))).toEqual({ path: 'AGENTS.md', text: 'Be brief.' });
});

it('reads UTF-16 with its mark', async () => {
  const little = Buffer.from('\ufeffBe brief.', 'utf16le');
  const both = [little, Buffer.from(little).swap16()].map((bytes) => baseOf({ 'AGENTS.md': new Uint8Array(bytes) }));
  for (const base of both) expect((await findProjectInstructions(base))?.text).toBe('Be brief.');
});

it.each([
  ['too large', new Uint8Array(1024 * 1024 + 1).fill(65)],
  ['no text', new Uint8Array([65, 0, 66])],
])('says of what is %s that nobody read it', async (_, bytes) => {
  const found = await findProjectInstructions(baseOf({ 'AGENTS.md': bytes }));
  expect(found?.text).toBe(`(This file was not read: its ${bytes.length} bytes are too many or not text.)`);
});

it('cuts between characters, not within one', async () => {
  const found = await findProjectInstructions(baseOf({ 'AGENTS.md': `${'x'.repeat(23_999)}😀${'x'.repeat(9)}` }));
  expect(found?.text.isWellFormed()).toBe(true);
});
