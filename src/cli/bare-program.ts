import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { terminal } from './terminal.ts';

/** The program without commands. Usage errors are thrown as CommanderError, so that one place reports them. */
export function createBareProgram(): Command {
  return new Command('docwright')
    .description('Backend for documentation sites: agent jobs that open pull requests, and exact visitor analytics.')
    .version(packageVersion())
    .showHelpAfterError('(see --help)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        terminal.print(text.trimEnd());
      },
      writeErr: (text) => {
        terminal.say(text.trimEnd());
      },
    })
    .addHelpText(
      'after',
      `
Start:
  $ docwright init --project Docs --repository ./my-docs
  $ docwright serve

Exit codes: 0 success, 1 failure, 2 wrong usage or input; docs/command-line.md lists all. The server
reads its settings from the environment: docs/configuration.md lists them, and \`docwright config\`
prints the current values.`,
    );
}

function packageVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
