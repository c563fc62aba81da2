import type { Command } from 'commander';
import { printableConfig, unknownVariables } from '../../config/config.ts';
import { examples } from '../examples.ts';
import { facts, print } from '../print.ts';
import { terminal } from '../terminal.ts';

/** `docwright config`. */
export function addConfigCommand(program: Command): void {
  program
    .command('config')
    .description('print the effective configuration without secrets; fails if it is invalid')
    .option('--json', 'print {"VARIABLE": "value"}; null means not set')
    .addHelpText(
      'after',
      examples('docwright config', 'DOCWRIGHT_PORT=80 docwright config --json | jq .DOCWRIGHT_PORT'),
    )
    .action(({ json }: { json?: true }) => {
      const values = printableConfig(process.env);
      const complete = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? null]));
      print(json, complete, () => facts(values));
      for (const name of unknownVariables(process.env))
        terminal.say(`${name} is not a Docwright variable. Check the spelling.`);
    });
}
