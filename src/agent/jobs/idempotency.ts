import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { duration } from '../../kernel/clock.ts';
import { IdempotencyKeyReused } from '../errors.ts';

/** A key is remembered this long, in milliseconds. */
const lifetime = duration.day;

/** The client's key and a digest of the request it stands for. */
export interface IdempotentRequest {
  readonly key: string;
  readonly digest: string;
}

export function digestRequest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The stored answer of the same request, or undefined. Throws IdempotencyKeyReused for another request. */
export async function findAnswer(
  transaction: Transaction<Database>,
  { projectId, request, now }: { projectId: string; request: IdempotentRequest; now: number },
): Promise<string | undefined> {
  await transaction
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', now - lifetime)
    .execute();
  const stored = await transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'body'])
    .where('project_id', '=', projectId)
    .where('key', '=', request.key)
    .executeTakeFirst();
  if (stored !== undefined && stored.request_hash !== request.digest) throw new IdempotencyKeyReused();
  return stored?.body;
}

/** Remembers the answer in the transaction that did the work: the key and the work are kept or lost together. */
export async function rememberAnswer(
  transaction: Transaction<Database>,
  {
    projectId,
    request,
    status,
    body,
    now,
  }: { projectId: string; request: IdempotentRequest; status: number; body: string; now: number },
): Promise<void> {
  await transaction
    .insertInto('idempotency_keys')
    .values({ project_id: projectId, key: request.key, request_hash: request.digest, status, body, created_at: now })
    .execute();
}
