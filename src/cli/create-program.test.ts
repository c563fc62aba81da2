import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/git-fixture.ts';
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

async function modulesLoadedBy(...args: readonly string[]): Promise<string> {
  const told = `import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
    process.on('exit', () => { for (const url of loaded) console.error(url); });`;
  const program = fileURLToPath(import.meta.resolve('./docwright.ts'));
  const hook = `data:text/javascript,${encodeURIComponent(told)}`;
  const { stderr } = await run(process.execPath, ['--import', hook, program, ...args]);
  expect(stderr).toContain('commander');
  return stderr;
}

it('starts without loading what only some commands need', async () => {
  expect(await modulesLoadedBy('--version')).not.toMatch(/node_modules\/(?:kysely|better-sqlite3|undici|yaml)\//);
});

it('checks without loading what the other commands need', async () => {
  const folder = temporaryFolder();
  writeFiles(folder.path, { 'a.md': '# A\n' });
  const loaded = await modulesLoadedBy('check', folder.path);
  folder.remove();
  expect(loaded).not.toMatch(/node_modules\/(?:zod|hono|pino|openapi-fetch)\//);
});
