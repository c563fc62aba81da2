import { join } from 'node:path';
import { remedyAt } from '../../kernel/app-error.ts';
import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { databaseFile } from '../../data-directory/data-directory.ts';
import { checkDatabase } from '../../db/check-database.ts';
import { DatabaseUnusable } from '../../db/errors.ts';
import { describeDamaged, findDamagedRepositories } from '../../backup/repositories.ts';
import { examples } from '../examples.ts';
import { print } from '../print.ts';
import { withDataDirectory } from '../with-data-directory.ts';
import { describeVerified, verifyWithProgress, visitsRemedy, type Verified } from './analytics-verify.ts';

/** `docwright verify`: is everything in the data directory as it was written? */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check both databases and every repository for damage, and recount the visits of every project')
    .option(
      '--json',
      'print {"ok", "database": {"ok", "damage"}, "repositories": {"ok", "missing", "damaged"}, "visits": a report for each project}',
    )
    .addHelpText(
      'after',
      `
Reads everything, changes nothing, and can run while the server runs. Expect a minute for five
million views. Exits with 1 if something is damaged, and says what and what to do.
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
        const damaged = await findDamagedRepositories(join(dataDir, 'repositories'));
        const repositories = { ok: missing.length === 0 && damaged.length === 0, missing, damaged };
        const ok = damage.length === 0 && repositories.ok && visits.every((report) => report.ok);
        print(json, { ok, database: { ok: damage.length === 0, damage }, repositories, visits }, () =>
          [
            postgres === undefined
              ? damage.length === 0
                ? 'docwright.sqlite: sound.'
                : `docwright.sqlite is damaged:`
              : 'PostgreSQL: reachable. Use its own tools, such as pg_amcheck, to check its files.',
            ...damage,
            ...(damage.length === 0 ? [] : [remedyAt('cli', DatabaseUnusable.facts)]),
            ...missing.map((url) => `The repository ${url} is missing from the data directory.`),
            ...describeDamaged(damaged),
            ...(missing.length === 0
              ? []
              : [
                  postgres === undefined
                    ? 'What to do: restore the folder `repositories` from a backup.'
                    : 'What to do: run this on the machine that has them, share the folder `repositories`, or restore it from a backup.',
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
  const check = await checkDatabase({ file, thorough: true, milliseconds: Infinity });
  return check?.damage ?? ['the check stopped before it was complete'];
}
