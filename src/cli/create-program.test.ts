import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './create-program.ts';

const run = promisify(execFile);

function leaves(command: Command, words: readonly string[]): { path: string; command: Command }[] {
  const path = [...words, command.name()];
  return command.commands.length === 0
    ? [{ path: path.join(' '), command }]
    : command.commands.flatMap((part) => leaves(part, path));
}

it.each(leaves(createProgram(), []))('$path has examples and --json', ({ path, command }) => {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  expect(help).toMatch(/^ +--json +\S/m);
  const examples = help.slice(help.search(/^Examples?:$/m));
  expect(examples).toMatch(new RegExp(`^  \\$ .*\\b${path}\\b`, 'm'));
});

it('starts without loading what only some commands need', async () => {
  const told = `import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
    process.on('exit', () => { for (const url of loaded) console.error(url); });`;
  const program = fileURLToPath(import.meta.resolve('./docwright.ts'));
  const { stderr } = await run(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(told)}`,
    program,
    '--version',
  ]);
  expect(stderr).toContain('commander');
  expect(stderr).not.toMatch(/node_modules\/(?:kysely|better-sqlite3|undici|yaml)\//);
});
