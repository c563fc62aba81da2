import { randomBytes } from 'node:crypto';
import { duration } from '../../../../kernel/clock.ts';
import { SnapshotReleased } from '../../errors.ts';
import { snapshotName } from '../../snapshot-name.ts';
import type { CountPage, CountRow, Counts, CountWalk, PageQuery, RowOrder, WalkQuery } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { raw, sql, type Sql } from '../server/sql.ts';
import type { ClientValues } from './client-values.ts';
import { countColumns, eachShard, sumOfShards } from './counted.ts';
import { dimensionColumns } from './dimension-columns.ts';
import { asksForClients, fromCounted } from './looked-at.ts';

const rowsPerChunk = 5_000;
/** An answer that was counted or used longer ago is given its whole time again, in seconds. */
const renewAfter = (10 * duration.minute) / duration.second;
/** How often a question is counted again that deletions overtake each time. */
const mostTries = 5;

const orders: Readonly<Record<RowOrder, string>> = {
  total: 'total DESC, value',
  human: 'human DESC, value',
  ai: 'ai DESC, value',
  value: 'value',
};

interface Held {
  readonly snapshot: string;
  readonly totals: Counts;
}

interface AnswerRow extends CountRow {
  readonly position: number;
  readonly age: number;
}

/**
 * Pages, searches and walks of one answer. An answer is counted once, by one statement, into a table, so that whatever
 * process is asked for the next page has the same; and not after a deletion.
 */
export class HeldAnswers {
  readonly #server: ClickHouse;
  readonly #clients: ClientValues;

  constructor({ server, clients }: { server: ClickHouse; clients: ClientValues }) {
    this.#server = server;
    this.#clients = clients;
  }

  async page(query: PageQuery): Promise<CountPage> {
    const { offset, limit } = query;
    return this.#answer(query, async (snapshot) => {
      const paging =
        query.search === undefined
          ? { part: sql`AND position > ${offset}`, skipped: 0 }
          : { part: raw(''), skipped: offset };
      const { totals, rows } = await this.#read(snapshot, { ...query, ...paging, limit: limit + 1 });
      return { totals, rows: rows.slice(0, limit).map(bare), hasMore: rows.length > limit, snapshot };
    });
  }

  async walk(query: WalkQuery): Promise<CountWalk> {
    return this.#answer(query, async (snapshot) => {
      // The first chunk is read at once: whoever names a snapshot that is not held is told before the answer begins.
      const first = await this.#chunk(snapshot, query, 0);
      return { snapshot, rows: this.#chunks(snapshot, query, first) };
    });
  }

  async *#chunks(snapshot: string, query: WalkQuery, first: readonly AnswerRow[]): AsyncIterable<readonly CountRow[]> {
    for (let rows = first; rows.length > 0;) {
      yield rows.map(bare);
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsPerChunk) return;
      rows = await this.#chunk(snapshot, query, last.position);
    }
  }

  async #chunk(snapshot: string, query: WalkQuery, after: number): Promise<readonly AnswerRow[]> {
    const part = sql`AND position > ${after}`;
    return (await this.#read(snapshot, { ...query, part, skipped: 0, limit: rowsPerChunk })).rows;
  }

  /** Of the snapshot that was named, or of a new one, counted again if a deletion was quicker. */
  async #answer<Result>(query: WalkQuery, read: (snapshot: string) => Promise<Result>): Promise<Result> {
    if (query.snapshot !== undefined) {
      const [snapshotId = '', name] = query.snapshot.split('.');
      if (name !== snapshotName(query, snapshotId)) throw new SnapshotReleased(query.snapshot);
      return read(query.snapshot);
    }
    for (let tries = 1; ; tries += 1) {
      const snapshot = await this.#count(query);
      try {
        return await read(snapshot);
      } catch (error) {
        if (!(error instanceof SnapshotReleased) || tries === mostTries) throw error;
      }
    }
  }

  async #count(query: WalkQuery): Promise<string> {
    const { projectId, measure, dimension, mapping, order = 'total' } = query;
    const snapshotId = randomBytes(12).toString('base64url');
    const snapshot = `${snapshotId}.${snapshotName(query, snapshotId)}`;
    if (asksForClients(query, dimension)) await this.#clients.noteOfProject(projectId);
    // The totals are those of the grouping by nothing, and come first.
    await this.#server.run(
      sql`INSERT INTO answer (snapshot, project_id, position, value, human, ai, total, deletion)
        SELECT ${snapshot}, ${projectId}, row_number() OVER (ORDER BY is_total DESC, ${raw(orders[order])}) - 1,
          value, human, ai, total, ${lastDeletion(projectId)}
        FROM (
          SELECT value, is_total, ${sumOfShards}
          FROM (
            SELECT toString(${dimensionColumns[dimension]}) AS value, grouping(value) AS is_total,
              ${countColumns(measure, mapping)}
            ${fromCounted(query, dimension)}
            GROUP BY GROUPING SETS ((value), ()) ${eachShard}
          )
          GROUP BY value, is_total
        )`,
    );
    return snapshot;
  }

  /** The totals and some rows after them. Throws SnapshotReleased where there are none any more. */
  async #read(
    snapshot: string,
    { projectId, search, part, skipped, limit }: WalkQuery & { part: Sql; skipped: number; limit: number },
  ): Promise<Held & { rows: AnswerRow[] }> {
    const matches = search === undefined ? raw('') : sql`AND position(lowerUTF8(value), ${search.toLowerCase()}) > 0`;
    const answerSource = sql`FROM answer FINAL WHERE snapshot = ${snapshot} AND deletion = ${lastDeletion(projectId)}`;
    const columns = raw('position, value, human, ai, total, toUnixTimestamp(now()) - toUnixTimestamp(used) AS age');
    const [totals, ...rows] = await this.#server.read<AnswerRow>(
      sql`SELECT * FROM (
          SELECT ${columns} ${answerSource} AND position = 0
          UNION ALL
          SELECT * FROM (SELECT ${columns} ${answerSource} AND position > 0 ${part} ${matches}
            ORDER BY position LIMIT ${limit} OFFSET ${skipped})
        ) ORDER BY position`,
    );
    if (totals?.position !== 0) throw new SnapshotReleased(snapshot);
    if (totals.age > renewAfter) await this.#renew(snapshot);
    const { human, ai, total } = totals;
    return { snapshot, totals: { human, ai, total }, rows };
  }

  async #renew(snapshot: string): Promise<void> {
    const columns = raw('snapshot, project_id, position, value, human, ai, total, deletion');
    await this.#server.run(
      sql`INSERT INTO answer (${columns}) SELECT ${columns} FROM answer FINAL WHERE snapshot = ${snapshot}`,
    );
  }
}

/** Of the project; 0 while nothing was deleted. Read before the views are, it tells whether they may be gone by now. */
function lastDeletion(projectId: string): Sql {
  return sql`(SELECT max(version) FROM deletion WHERE project_id = ${projectId})`;
}

function bare({ value, human, ai, total }: AnswerRow): CountRow {
  return { value, human, ai, total };
}
