import { duration, type Clock } from '../../../../kernel/clock.ts';
import type { DeleteOutcome } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql, type Sql } from '../server/sql.ts';

/**
 * Rewrites what held the views, so that they are gone from the disk when this is done. Whatever is asked afterwards is
 * counted without them, in whatever process.
 */
export async function eraseViews(server: ClickHouse, projectId: string, condition: Sql): Promise<DeleteOutcome> {
  const views = await countViews(server, projectId, condition);
  if (views > 0) {
    await server.rewrite(
      sql`ALTER TABLE ${server.placement.stored('view')} DELETE WHERE project_id = ${projectId} AND ${condition}`,
    );
    await releaseAnswers(server, projectId);
  }
  return { views };
}

/**
 * Retirement is every day's work for every project, and a month of views holds all of them: so rows are only marked, which is
 * quick, and leave the disk when ClickHouse next merges what holds them; or, since it may never merge a month that is over, when
 * nothing of theirs was marked for a day.
 */
export async function retireDays(
  { server, clock }: { server: ClickHouse; clock: Clock },
  projectId: string,
  firstKept: number,
): Promise<DeleteOutcome> {
  const condition = sql`day < ${firstKept}`;
  const views = await countViews(server, projectId, condition);
  if (views > 0) {
    await server.rewrite(
      sql`DELETE FROM ${server.placement.stored('view')} WHERE project_id = ${projectId} AND ${condition}`,
    );
    await releaseAnswers(server, projectId);
  }
  const [refusals] = await server.read<{ count: number }>(
    sql`SELECT count() AS count FROM refusal WHERE project_id = ${projectId} AND ${condition}`,
  );
  if ((refusals?.count ?? 0) > 0) {
    await server.rewrite(
      sql`DELETE FROM ${server.placement.stored('refusal')} WHERE project_id = ${projectId} AND ${condition}`,
    );
  }
  await removeMarked(server, clock);
  return { views };
}

async function removeMarked(server: ClickHouse, clock: Clock): Promise<void> {
  const before = Math.floor((clock.now() - duration.day) / duration.second);
  const { placement } = server;
  for (const table of ['view', 'refusal']) {
    const [marked] = await server.read<{ parts: number }>(
      sql`SELECT count() AS parts FROM ${placement.ofAllServers('parts')} WHERE database = ${placement.database}
        AND table = ${placement.storedName(table)} AND active AND has_lightweight_delete
        AND toUnixTimestamp(modification_time) < ${before}`,
    );
    if ((marked?.parts ?? 0) > 0) await server.rewrite(sql`ALTER TABLE ${placement.stored(table)} APPLY DELETED MASK`);
  }
}

export async function eraseProject(server: ClickHouse, projectId: string): Promise<void> {
  for (const table of ['view', 'refusal', 'tracker_day']) {
    await server.rewrite(sql`ALTER TABLE ${server.placement.stored(table)} DELETE WHERE project_id = ${projectId}`);
  }
  await releaseAnswers(server, projectId);
}

/** Noted after the views are gone and before the answers are, so that one that was counted meanwhile does not count. */
async function releaseAnswers(server: ClickHouse, projectId: string): Promise<void> {
  await server.run(sql`INSERT INTO deletion (project_id) SELECT ${projectId}`);
  await server.rewrite(sql`ALTER TABLE ${server.placement.stored('answer')} DELETE WHERE project_id = ${projectId}`);
}

async function countViews(server: ClickHouse, projectId: string, condition: Sql): Promise<number> {
  const [row] = await server.read<{ views: number }>(
    sql`SELECT count() AS views FROM view FINAL WHERE project_id = ${projectId} AND ${condition}`,
  );
  return row?.views ?? 0;
}
