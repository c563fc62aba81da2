import { remedyAt } from '../../kernel/app-error.ts';
import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { databaseFile } from '../../data-directory/data-directory.ts';
import { checkDatabase } from '../../db/check-database.ts';
import { DatabaseUnusable } from '../../db/errors.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';
import { describeVerified, verifyWithProgress, visitsRemedy, type Verified } from './analytics-verify.ts';

/** `docwright verify`: is everything in the data directory as it was written? */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'check both databases for damage, look for every repository, and count the visits of every project again',
    )
    .option(
      '--json',
      'print {"ok", "database": {"ok", "damage"}, "repositories": {"ok", "missing"}, "visits": a report for each project}',
    )
    .addHelpText(
      'after',
      `
Reads everything, changes nothing, and may run beside the server; expect a minute for five million views. Exit code 1 when
something is not as it was written; it says what, and what to do.
${examples('docwright verify', 'docwright verify --json')}`,
    )
    .action(async ({ json }: { json?: true }) => {
      await withDataDirectory(async (application) => {
        const { dataDir, postgres } = readConfig(process.env);
        const damage = postgres === undefined ? await findDamage(databaseFile(dataDir)) : [];
        const visits: Verified[] = [];
        for (const project of await application.projects.list()) {
          visits.push(await verifyWithProgress(application, project));
        }
        const missing = (await application.projects.withoutRepository()).map(({ repositoryUrl }) => repositoryUrl);
        const repositories = { ok: missing.length === 0, missing };
        const ok = damage.length === 0 && repositories.ok && visits.every((report) => report.ok);
        print(json, { ok, database: { ok: damage.length === 0, damage }, repositories, visits }, () =>
          [
            postgres === undefined
              ? damage.length === 0
                ? 'docwright.sqlite: sound.'
                : `docwright.sqlite is damaged:`
              : 'PostgreSQL: answers. Whether its files are sound is for its own tools to say, such as pg_amcheck.',
            ...damage,
            ...(damage.length === 0 ? [] : [remedyAt('cli', DatabaseUnusable.facts)]),
            ...missing.map((url) => `The repository ${url} is missing in the data directory.`),
            ...(repositories.ok
              ? []
              : [
                  postgres === undefined
                    ? 'What to do: restore the folder `repositories` from a backup.'
                    : 'What to do: ask on the machine that has them, share the folder `repositories`, or restore it from a backup.',
                ]),
            ...visits.flatMap((report) => [
              `Visits of ${report.name}: ${describeVerified(report)}`,
              ...report.differences,
            ]),
            ...(visits.every((report) => report.ok) ? [] : [visitsRemedy()]),
          ].join('\n'),
        );
        if (!ok) process.exitCode = 1;
      });
    });
}

async function findDamage(file: string): Promise<readonly string[]> {
  const found = await checkDatabase({ file, thorough: true, milliseconds: Infinity });
  return found?.damage ?? ['the check ended before it was done'];
}
