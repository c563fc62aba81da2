import { basename, isAbsolute } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

interface ProjectRow {
  readonly id: string;
  readonly repository_url: string;
  readonly settings: string;
}

/**
 * Projects over a repository of this server were stored with its absolute path, always `<data directory>/repositories/
 * <name>.git`. Its name says as much, moves with the data directory, and can be shown to anybody.
 */
export const localAddresses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<ProjectRow>`
      select id, repository_url, settings from projects where code_host = 'local'`.execute(db);
    for (const { id, repository_url, settings } of rows) {
      await sql`
        update projects set repository_url = ${nameOf(repository_url)}, settings = ${withNames(settings)}
        where id = ${id}`.execute(db);
    }
  },
};

function nameOf(address: string): string {
  return isAbsolute(address) && address.endsWith('.git') ? `local:${basename(address, '.git')}` : address;
}

/** Context repositories of such a project are repositories of this server, too. */
function withNames(settings: string): string {
  const stored = JSON.parse(settings) as { contextRepositories?: readonly { readonly url: string }[] };
  if (stored.contextRepositories === undefined) return settings;
  const contextRepositories = stored.contextRepositories.map((one) => ({ ...one, url: nameOf(one.url) }));
  return JSON.stringify({ ...stored, contextRepositories });
}
