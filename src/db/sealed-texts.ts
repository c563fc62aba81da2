import type { DatabaseConnection } from './open-database.ts';

/** A text that the master key encrypted, and what it was bound to. */
export interface SealedText {
  readonly sealed: string;
  readonly context: string;
}

export function projectSecretContext(projectId: string, name: string): string {
  return `project:${projectId}:${name}`;
}

export function serverSecretContext(name: string): string {
  return `server:${name}`;
}

export function visitorSaltContext(projectId: string, period: string): string {
  return `visitor-salt:${projectId}:${period}`;
}

/** Everything in the database that only its master key opens. */
export async function readSealedTexts(db: DatabaseConnection): Promise<readonly SealedText[]> {
  const secrets = await db.selectFrom('project_secrets').select(['project_id', 'name', 'sealed']).execute();
  const salts = await db.selectFrom('visitor_salts').select(['project_id', 'period', 'sealed']).execute();
  const serverSecrets = await db.selectFrom('server_secrets').select(['name', 'sealed']).execute();
  return [
    ...secrets.map((row) => ({ sealed: row.sealed, context: projectSecretContext(row.project_id, row.name) })),
    ...serverSecrets.map(({ name, sealed }) => ({ sealed, context: serverSecretContext(name) })),
    ...salts.map((row) => ({ sealed: row.sealed, context: visitorSaltContext(row.project_id, row.period) })),
  ];
}

/** For whoever lost the key: nothing can be done with them any more. */
export async function dropSealedTexts(db: DatabaseConnection): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('project_secrets').execute();
    await transaction.deleteFrom('server_secrets').execute();
    await transaction.deleteFrom('visitor_salts').execute();
  });
}
