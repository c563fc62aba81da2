import { expect, it } from 'vitest';
import { findProjectInstructions } from './project-instructions.ts';

const reading = (files: Record<string, string>) => (path: string) =>
  Promise.resolve(files[path] === undefined ? undefined : new TextEncoder().encode(files[path]));

it('takes the instructions that are nearest to us, and none that say nothing', async () => {
  const files = { 'AGENTS.md': 'Say "job".', '.mintlify/AGENTS.md': 'Mintlify rules', '.docwright/AGENTS.md': '  ' };
  expect(await findProjectInstructions(reading(files))).toEqual({
    path: '.mintlify/AGENTS.md',
    text: 'Mintlify rules',
  });
  expect(await findProjectInstructions(reading({ 'index.mdx': 'Hi' }))).toBeUndefined();
});

it('cuts instructions that would crowd out the task, and says so', async () => {
  const found = await findProjectInstructions(reading({ 'AGENTS.md': 'x'.repeat(50_000) }));
  expect(found?.text).toMatch(/^x{24000}\n\(cut after 24000 characters\)$/);
});
