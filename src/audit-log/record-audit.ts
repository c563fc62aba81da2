import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';

/** One thing somebody did that others may want to know about. Details never hold a secret. */
export interface AuditEntry {
  /** Null when it concerns the whole installation. */
  readonly projectId: string | null;
  /** Such as `cli`, `key:<id>`, or a `memberActor`. */
  readonly actor: string;
  /** Such as `project.create`. */
  readonly action: string;
  /** Id or name of what was acted on. */
  readonly target: string;
  readonly details?: Record<string, unknown>;
}

/** Who a member is in the audit log. */
export function memberActor(id: string): string {
  return `member:${id}`;
}

/** Call it with the transaction of the change itself, so that neither stands without the other. */
export async function recordAudit(transaction: Kysely<Database>, clock: Clock, entry: AuditEntry): Promise<void> {
  const time = clock.now();
  await transaction
    .insertInto('audit_log')
    .values({
      id: newId('aud', time),
      project_id: entry.projectId,
      at: time,
      actor: entry.actor,
      action: entry.action,
      target: entry.target,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
