import type { Command } from 'commander';
import { readConfig, type Config } from '../../config/config.ts';
import { createLogger } from '../../kernel/logger.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';

/** `docwright migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('move everything from the data directory to PostgreSQL and ClickHouse, or back')
    .option('--to <url>', 'the PostgreSQL for all but visits, or `embedded`; instead of DOCWRIGHT_MIGRATE_TO')
    .option('--visits <url>', 'the ClickHouse for visits, or `embedded`; instead of DOCWRIGHT_MIGRATE_VISITS')
    .option(
      '--finish',
      'with every server stopped: copy the rest, prove that both are the same, and leave the old place',
    )
    .option('--json', 'print {"finished", "rows": by table, "views": by project}')
    .addHelpText(
      'after',
      `
Copies beside the server, which goes on. It may be ended at any time and run again, as often as you like: each time it copies what
has changed. Then stop the server and run it with --finish, which takes as long as the last changes and a comparison of both, and
start the server with DOCWRIGHT_DATABASE_URL and DOCWRIGHT_VISITS_URL set. What was left stays in the folder moved/ of the data
directory. The environment says where the data is now, as for the server. A URL with a password belongs into DOCWRIGHT_MIGRATE_TO
and DOCWRIGHT_MIGRATE_VISITS, or into files that DOCWRIGHT_MIGRATE_TO_FILE and DOCWRIGHT_MIGRATE_VISITS_FILE name.
${examples('docwright migrate', 'docwright migrate --finish', 'docwright migrate --to embedded --visits embedded')}`,
    )
    .action(async ({ to, visits, finish, json }: { to?: string; visits?: string; finish?: true; json?: true }) => {
      const isFinal = finish === true;
      const environment = { ...process.env, ...given('--to', 'DOCWRIGHT_MIGRATE_TO', to) };
      const config = readConfig({ ...environment, ...given('--visits', 'DOCWRIGHT_MIGRATE_VISITS', visits) });
      const { migrateData } = await import('../../migrate-data.ts');
      const bar = createProgressBar(process.stderr);
      const logger = createLogger({ level: 'warn', redact: redactSecrets });
      const moved = await migrateData({
        config,
        isFinal,
        logger,
        onProgress: (progress) => {
          bar.show({ ...progress, items: progress.done });
        },
      }).finally(() => {
        bar.clear();
      });
      print(json, { finished: isFinal, ...moved }, () => describe(moved, isFinal ? config.migration : undefined));
    });
}

/** Everybody on a machine may read the arguments of its programs. */
function given(option: string, variable: string, value: string | undefined): Record<string, string | undefined> {
  if (value === undefined) return {};
  if (URL.canParse(value) && new URL(value).password !== '') {
    throw new CommandInputInvalid(
      option,
      `has a password in it, which everybody on this machine may read: set ${variable} to the URL, or ${variable}_FILE to a file that holds it.`,
    );
  }
  return { [variable]: value, [`${variable}_FILE`]: undefined };
}

function describe(
  { rows, views }: { rows: Readonly<Record<string, number>>; views: Readonly<Record<string, number>> },
  /** Undefined before the end. */
  to: Config['migration'] | undefined,
): string {
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts)
      .reduce((total, count) => total + count, 0)
      .toLocaleString('en');
  const copied = `${sum(rows)} rows of ${Object.keys(rows).length} tables and ${sum(views)} views are there.`;
  if (to === undefined) {
    return `Copied: ${copied}\nThe server still works where it did. When you are ready, stop it and run \`docwright migrate --finish\`.`;
  }
  const places = [['DOCWRIGHT_DATABASE_URL', to.main] as const, ['DOCWRIGHT_VISITS_URL', to.visits] as const].flatMap(
    ([name, place]) => {
      if (place === undefined) return [];
      return [place === 'embedded' ? `without ${name}` : `with ${name} set to where it moved`];
    },
  );
  return `Moved: ${copied} Both places answer the same.
Start the server ${places.join(' and ')}, and with the same master key: DOCWRIGHT_MASTER_KEY, or master.key
of the data directory.`;
}
