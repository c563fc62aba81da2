import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { agentJobSchema, type AgentJob } from '../../contract/agent-job.ts';
import type { DatabaseConnection } from '../../db/open-database.ts';
import type { Database } from '../../db/schema.ts';
import type { RateLimitState } from '../../http/rate-limit-headers.ts';
import { duration } from '../../kernel/clock.ts';
import { IdempotencyKeyReused } from './errors.ts';

/** A key is remembered this long, in milliseconds. */
const lifetime = duration.day;

/** Answers that earlier versions stored lack these fields. */
const storedJobSchema = agentJobSchema.extend({
  prState: agentJobSchema.shape.prState.default(null),
  prCondition: agentJobSchema.shape.prCondition.default(null),
  review: agentJobSchema.shape.review.default(null),
});

/** The client's key and a digest of the request it stands for. */
export interface IdempotentRequest {
  readonly key: string;
  readonly digest: string;
}

/** What a request that uses quota is answered with. */
export interface Answer {
  readonly job: AgentJob;
  /** Undefined for a replayed answer, which uses none. */
  readonly quota: RateLimitState | undefined;
  readonly replayed: boolean;
}

/** `parts` are what makes two requests the same; undefined where the client sent no key. */
export function idempotentRequest(key: string | undefined, parts: readonly string[]): IdempotentRequest | undefined {
  if (key === undefined) return undefined;
  return { key, digest: createHash('sha256').update(JSON.stringify(parts)).digest('hex') };
}

/**
 * Does the work, or replays the answer that the same request got before. The key is remembered in the transaction that
 * does the work: both are kept or lost together. Throws IdempotencyKeyReused for another request of the same key.
 */
export async function answerOnce(
  transaction: Transaction<Database>,
  request: {
    projectId: string;
    /** Undefined: the client sent no key, and the work is always done. */
    idempotent: IdempotentRequest | undefined;
    /** HTTP status of the answer. */
    status: number;
    now: number;
    /** By which keys expire; undefined: none does, since the clock is not trusted. */
    expiryTime: number | undefined;
  },
  work: () => Promise<{ job: AgentJob; quota: RateLimitState }>,
): Promise<Answer> {
  const { projectId, idempotent, status, now, expiryTime } = request;
  const since = aliveSince(expiryTime);
  if (idempotent === undefined) return { ...(await work()), replayed: false };
  await forgetExpired(transaction, since);
  while (!(await takeKey(transaction, { projectId, idempotent, status, now }))) {
    const stored = await findAnswer(transaction, { projectId, request: idempotent, since });
    if (stored !== undefined)
      return { job: storedJobSchema.parse(JSON.parse(stored)), quota: undefined, replayed: true };
  }
  const answer = await work();
  await transaction
    .updateTable('idempotency_keys')
    .set({ body: JSON.stringify(answer.job) })
    .where('project_id', '=', projectId)
    .where('key', '=', idempotent.key)
    .execute();
  return { ...answer, replayed: false };
}

/** The answer that this request got before, if it is remembered. Throws IdempotencyKeyReused as `answerOnce` does. */
export async function findReplay(
  db: Pick<DatabaseConnection, 'selectFrom'>,
  {
    projectId,
    idempotent,
    expiryTime,
  }: { projectId: string; idempotent: IdempotentRequest | undefined; expiryTime: number | undefined },
): Promise<Answer | undefined> {
  if (idempotent === undefined) return undefined;
  const body = await findAnswer(db, { projectId, request: idempotent, since: aliveSince(expiryTime) });
  if (body === undefined || body === '') return undefined;
  return { job: storedJobSchema.parse(JSON.parse(body)), quota: undefined, replayed: true };
}

function aliveSince(expiryTime: number | undefined): number {
  return expiryTime === undefined ? 0 : expiryTime - lifetime;
}

/** Leaves to others what they are about to forget. */
async function forgetExpired(transaction: Transaction<Database>, since: number): Promise<void> {
  await transaction
    .deleteFrom('idempotency_keys')
    .where((where) =>
      where(where.refTuple('project_id', 'key'), 'in', (keys) =>
        keys
          .selectFrom('idempotency_keys')
          .select(['project_id', 'key'])
          .where('created_at', '<=', since)
          .forUpdate()
          .skipLocked()
          .$asTuple('project_id', 'key'),
      ),
    )
    .execute();
}

/**
 * False where the key is taken. A request that has taken it and is not done yet is waited for: then it has its answer, or
 * was refused and has left the key.
 */
async function takeKey(
  transaction: Transaction<Database>,
  {
    projectId,
    idempotent: { key, digest },
    status,
    now,
  }: { projectId: string; idempotent: IdempotentRequest; status: number; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotency_keys')
    .values({ project_id: projectId, key, request_hash: digest, status, body: '', created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'key']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

async function findAnswer(
  transaction: Pick<DatabaseConnection, 'selectFrom'>,
  { projectId, request, since }: { projectId: string; request: IdempotentRequest; since: number },
): Promise<string | undefined> {
  const stored = await transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'body'])
    .where('project_id', '=', projectId)
    .where('key', '=', request.key)
    .where('created_at', '>', since)
    .executeTakeFirst();
  if (stored !== undefined && stored.request_hash !== request.digest) throw new IdempotencyKeyReused();
  return stored?.body;
}
