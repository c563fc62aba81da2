import type { Command } from 'commander';
import { readConfig, type Config } from '../../config/config.ts';
import { createLogger } from '../../kernel/logger.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';
import { liveTerminal } from '../terminal.ts';

/** `docwright migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('move everything from the data directory to PostgreSQL and ClickHouse, or back')
    .option('--to <url>', 'PostgreSQL URL for everything but visits, or `embedded`; overrides DOCWRIGHT_MIGRATE_TO')
    .option('--visits <url>', 'ClickHouse URL for visits, or `embedded`; overrides DOCWRIGHT_MIGRATE_VISITS')
    .option('--finish', 'with all servers stopped: copy the remaining changes, compare both copies, and switch')
    .option('--json', 'print {"finished", "rows": by table, "views": by project}')
    .addHelpText(
      'after',
      `
First run it while the server runs. You can interrupt and repeat it; each run copies what has
changed. Then stop the server and run it with --finish, which copies the last changes and compares
both copies. Start the server with DOCWRIGHT_DATABASE_URL and DOCWRIGHT_VISITS_URL set. The old
files stay in the folder moved/ of the data directory. The current location comes from the
environment, as for the server. Put URLs with a password into DOCWRIGHT_MIGRATE_TO and
DOCWRIGHT_MIGRATE_VISITS, or into files named by DOCWRIGHT_MIGRATE_TO_FILE and
DOCWRIGHT_MIGRATE_VISITS_FILE.
${examples('docwright migrate', 'docwright migrate --finish', 'docwright migrate --to embedded --visits embedded')}`,
    )
    .action(async ({ to, visits, finish, json }: { to?: string; visits?: string; finish?: true; json?: true }) => {
      const isFinal = finish === true;
      const environment = { ...process.env, ...given('--to', 'DOCWRIGHT_MIGRATE_TO', to) };
      const config = readConfig({ ...environment, ...given('--visits', 'DOCWRIGHT_MIGRATE_VISITS', visits) });
      const { migrateData } = await import('../../migrate-data.ts');
      const bar = createProgressBar(liveTerminal);
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
      `contains a password, which every user of this machine could read: set ${variable} to the URL, or ${variable}_FILE to a file that contains it.`,
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
  const copied = `${sum(rows)} rows of ${Object.keys(rows).length} tables and ${sum(views)} views.`;
  if (to === undefined) {
    return `Copied: ${copied}\nThe server still uses the old location. When you are ready, stop it and run \`docwright migrate --finish\`.`;
  }
  const places = [['DOCWRIGHT_DATABASE_URL', to.main] as const, ['DOCWRIGHT_VISITS_URL', to.visits] as const].flatMap(
    ([name, place]) => {
      if (place === undefined) return [];
      return [place === 'embedded' ? `without ${name}` : `with ${name} set to the new location`];
    },
  );
  return `Moved: ${copied} Both copies match. Start the server ${places.join(' and ')}, and with the same master key: DOCWRIGHT_MASTER_KEY, or master.key in the data directory.`;
}
