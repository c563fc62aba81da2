import { z } from '@hono/zod-openapi';
import type { AuditEntry } from '../contract/account.ts';
import type { DatabaseConnection } from '../db/open-database.ts';

const named = z.object({ name: z.string() });

/** One page, newest first; `before` is the id of the last entry of the page before. Actors are shown by name. */
export async function readAuditLog(
  db: DatabaseConnection,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<AuditEntry[]> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  const members = await db.selectFrom('members').select(['id', 'name']).execute();
  const names = new Map(members.map((member) => [`member:${member.id}`, member.name]));
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    actor: names.get(row.actor) ?? row.actor,
    action: row.action,
    target: named.safeParse(JSON.parse(row.details)).data?.name ?? row.target,
    projectId: row.project_id,
  }));
}
