import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The time that was last trusted. Of a database that is in use it is that of the newest thing in it. */
export const trustedTime: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('trusted_time')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('trusted', 'bigint')
      .addColumn('claimed', 'bigint')
      .addColumn('watched', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into trusted_time (id, trusted, claimed, watched) select 1, max(at), null, 0 from (
      select max(updated_at) as at from projects union all select max(updated_at) from jobs
      union all select max(at) from audit_log union all select max(last_used_at) from sessions
      union all select max(last_used_at) from api_keys union all select max(created_at) from visitor_salts
    ) as newest`.execute(db);
  },
};
