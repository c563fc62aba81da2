import type { Kysely } from 'kysely';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { DatabaseConnection } from './open-database.ts';
import type { Database } from './schema.ts';

/** A text that the master key encrypted, and what it was bound to. */
export interface SealedText {
  readonly sealed: string;
  readonly context: string;
  /** Puts another in its place, unless somebody changed or removed it since. */
  readonly replace: (db: Kysely<Database>, sealed: string) => Promise<unknown>;
}

/** Its value is the base64 of the key of marks. There from the first rotation on, and before it the master key gives it. */
export const marksKeySecret = 'marks-key';

export function projectSecretContext(projectId: string, name: string): string {
  return `project:${projectId}:${name}`;
}

export function serverSecretContext(name: string): string {
  return `server:${name}`;
}

export function visitorSaltContext(projectId: string, period: string): string {
  return `visitor-salt:${projectId}:${period}`;
}

/**
 * Seals what the same transaction stores, with the key that the database names. The name stays locked until it ends, so
 * that a rotation, once it has changed the name, meets nothing that the former key seals later.
 */
export async function sealStored(
  transaction: Kysely<Database>,
  secretBox: SecretBox,
  plain: string,
  context: string,
): Promise<string> {
  const query = transaction.selectFrom('belongings').select('mark').where('name', '=', 'master key').forShare();
  return secretBox.seal(plain, context, (await query.executeTakeFirst())?.mark);
}

/** The key of marks that a rotation kept, as base64. Throws `StoredSecretUnreadable`. */
export async function readMarksKey(db: DatabaseConnection, secretBox: SecretBox): Promise<string | undefined> {
  const query = db.selectFrom('server_secrets').select('sealed').where('name', '=', marksKeySecret);
  const row = await query.executeTakeFirst();
  return row === undefined ? undefined : secretBox.open(row.sealed, serverSecretContext(marksKeySecret));
}

/** Where `readSealedTexts` finds them. */
export const sealedTables = ['project_secrets', 'server_secrets', 'visitor_salts'] as const;

/**
 * Everything in the database that only its master key opens, and so all that a rotation encrypts again. Beside it the key
 * seals sign-ins under way, which live ten minutes in a cookie, and gives the key of marks. API keys, sessions, links and
 * invitations are hashes that no key is part of; the key in a backup is sealed by a passphrase, and its
 * signature is of the key of its time.
 */
export async function readSealedTexts(db: DatabaseConnection): Promise<readonly SealedText[]> {
  const secrets = await db.selectFrom('project_secrets').select(['project_id', 'name', 'sealed']).execute();
  const salts = await db.selectFrom('visitor_salts').select(['project_id', 'period', 'sealed']).execute();
  const serverSecrets = await db.selectFrom('server_secrets').select(['name', 'sealed']).execute();
  return [
    ...secrets.map(({ project_id, name, sealed }) => ({
      sealed,
      context: projectSecretContext(project_id, name),
      replace: (on: Kysely<Database>, next: string) =>
        on
          .updateTable('project_secrets')
          .set({ sealed: next })
          .where((row) => row.and({ project_id, name, sealed }))
          .execute(),
    })),
    ...serverSecrets.map(({ name, sealed }) => ({
      sealed,
      context: serverSecretContext(name),
      replace: (on: Kysely<Database>, next: string) =>
        on
          .updateTable('server_secrets')
          .set({ sealed: next })
          .where((row) => row.and({ name, sealed }))
          .execute(),
    })),
    ...salts.map(({ project_id, period, sealed }) => ({
      sealed,
      context: visitorSaltContext(project_id, period),
      replace: (on: Kysely<Database>, next: string) =>
        on
          .updateTable('visitor_salts')
          .set({ sealed: next })
          .where((row) => row.and({ project_id, period, sealed }))
          .execute(),
    })),
  ];
}

/** For whoever lost the key: nothing can be done with them any more. */
export async function dropSealedTexts(db: DatabaseConnection): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const table of sealedTables) await transaction.deleteFrom(table).execute();
    await transaction.deleteFrom('belongings').where('name', '=', 'former master key').execute();
  });
}
