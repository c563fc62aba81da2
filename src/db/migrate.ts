import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { DatabaseTooNew } from './errors.ts';
import { belongings } from './migrations/0009-belongings.ts';
import { localAddresses } from './migrations/0010-local-addresses.ts';
import { waitingJobs } from './migrations/0011-waiting-jobs.ts';
import { toldJobs } from './migrations/0012-told-jobs.ts';
import { attachments } from './migrations/0013-attachments.ts';
import { placesOfUses } from './migrations/0014-places-of-uses.ts';
import { sharedViews } from './migrations/0015-shared-views.ts';
import { weeklyMails } from './migrations/0016-weekly-mails.ts';
import { webUse } from './migrations/0017-web-use.ts';
import { passwordResets } from './migrations/0018-password-resets.ts';
import { serverSecrets } from './migrations/0019-server-secrets.ts';
import { trustedTime } from './migrations/0020-trusted-time.ts';
import { finalErasures } from './migrations/0021-final-erasures.ts';
import { jobLists } from './migrations/0022-job-lists.ts';
import { messageOrigins } from './migrations/0024-message-origins.ts';
import { pullRequestStates } from './migrations/0023-pull-request-states.ts';
import { followedPullRequests } from './migrations/0026-followed-pull-requests.ts';
import { backgroundFailures } from './migrations/0025-background-failures.ts';
import { reviews } from './migrations/0027-reviews.ts';
import { reviewLists } from './migrations/0028-review-lists.ts';
import { oauth } from './migrations/0029-oauth.ts';
import { jobOrigins } from './migrations/0030-job-origins.ts';
import { chartNotes } from './migrations/0031-chart-notes.ts';
import { accounts } from './migrations/0003-accounts.ts';
import { jobs } from './migrations/0002-jobs.ts';
import { visitorSalts } from './migrations/0004-visitor-salts.ts';
import { memberIdentities } from './migrations/0005-member-identities.ts';
import { limitedUses } from './migrations/0007-limited-uses.ts';
import { endedProcesses } from './migrations/0008-ended-processes.ts';
import { typedNotes } from './migrations/0006-typed-notes.ts';
import { projects } from './migrations/0001-projects.ts';
import type { Database } from './schema.ts';

/** In the order of their names; a migration that has been released is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-projects': projects,
  '0002-jobs': jobs,
  '0003-accounts': accounts,
  '0004-visitor-salts': visitorSalts,
  '0005-member-identities': memberIdentities,
  '0006-typed-notes': typedNotes,
  '0007-limited-uses': limitedUses,
  '0008-ended-processes': endedProcesses,
  '0009-belongings': belongings,
  '0010-local-addresses': localAddresses,
  '0011-waiting-jobs': waitingJobs,
  '0012-told-jobs': toldJobs,
  '0013-attachments': attachments,
  '0014-places-of-uses': placesOfUses,
  '0015-shared-views': sharedViews,
  '0016-weekly-mails': weeklyMails,
  '0017-web-use': webUse,
  '0018-password-resets': passwordResets,
  '0019-server-secrets': serverSecrets,
  '0020-trusted-time': trustedTime,
  '0021-final-erasures': finalErasures,
  '0022-job-lists': jobLists,
  '0023-pull-request-states': pullRequestStates,
  '0024-message-origins': messageOrigins,
  '0025-background-failures': backgroundFailures,
  '0026-followed-pull-requests': followedPullRequests,
  '0027-reviews': reviews,
  '0028-review-lists': reviewLists,
  '0029-oauth': oauth,
  '0030-job-origins': jobOrigins,
  '0031-chart-notes': chartNotes,
};

/**
 * Brings the schema up to date in one transaction, in which processes that start together take turns. `place` is what the
 * database is called in `DatabaseTooNew`.
 */
export async function migrate(db: Kysely<Database>, place: string): Promise<void> {
  const { adapter } = db.getExecutor();
  await db.transaction().execute(async (transaction) => {
    // Before anything is looked at; the migrator itself asks for it only after it has made its tables.
    await adapter.acquireMigrationLock(transaction, lockOptions);
    refuseUnknown(await appliedMigrations(transaction), place);
    const migrator = new Migrator({
      db: transaction,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error('migration failed', { cause: error });
  });
}

/** What `migrate` would do, in its order. Changes nothing. Throws `DatabaseTooNew`. */
export async function unappliedMigrations(db: Kysely<Database>, place: string): Promise<string[]> {
  const applied = await appliedMigrations(db);
  refuseUnknown(applied, place);
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

const table = 'kysely_migration';
const lockOptions = { lockTable: 'kysely_migration_lock', lockRowId: 'migration_lock' };

function refuseUnknown(applied: readonly string[], place: string): void {
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new DatabaseTooNew(place, unknown);
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return [];
  const rows = await db
    .$extendTables<{ [table]: { name: string } }>()
    .selectFrom(table)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
