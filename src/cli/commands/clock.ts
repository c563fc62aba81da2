import type { Command } from 'commander';
import { describeClock } from '../../trusted-time/describe-clock.ts';
import type { ClockState } from '../../trusted-time/trusted-time.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';

const jsonHelp = 'print {"verdict", "now", "trusted", "witness"}';

/** `docwright clock` and `docwright clock accept`. */
export function addClockCommand(program: Command): void {
  const clock = program
    .command('clock')
    .description('show whether the server trusts its clock to delete old data')
    .option('--json', jsonHelp)
    .addHelpText(
      'after',
      `
A clock that jumps ahead by more than two days is not trusted. Until a person accepts it, or it has
run steadily for a day, nothing is deleted by age: no visits, salts, sessions or backups. Exits with
1 while the clock is not trusted.
${examples('docwright clock', 'docwright clock accept')}`,
    )
    .action(async ({ json }: { json?: true }) => {
      report(await withDataDirectory(({ trustedTime }) => trustedTime.read()), json);
    });
  clock
    .command('accept')
    .description('confirm that the clock is right after it jumped ahead')
    .option('--json', jsonHelp)
    .addHelpText('after', examples('docwright clock accept'))
    .action(async (_: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<{ json?: true }>();
      report(await withDataDirectory(({ trustedTime }) => trustedTime.accept()), json);
    });
}

function report(state: ClockState, json: true | undefined): void {
  const { verdict, now, trusted, witness } = state;
  const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  print(json, { verdict, now: at(now), trusted: at(trusted), witness: at(witness) }, () => {
    const { message, remedy } = describeClock(state);
    return [verdict === 'trusted' ? `${message} The server trusts it.` : message, remedy].filter(Boolean).join('\n');
  });
  if (verdict !== 'trusted') process.exitCode = 1;
}
