import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './create-program.ts';

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
