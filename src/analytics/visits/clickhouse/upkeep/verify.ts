import { duration } from '../../../../kernel/clock.ts';
import { defaultMapping, type Counts, type VerifyProgress, type VerifyReport } from '../../visit-store.ts';
import { dayName } from '../count/read-drops.ts';
import type { ClientValues } from '../count/client-values.ts';
import { countSeries } from '../count/series.ts';
import type { HeldAnswers } from '../count/held-answers.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';

const mostTold = 20;

interface CountedRow {
  readonly id: string;
  readonly visitor: string;
  readonly path: string;
  readonly category: string;
  readonly source: string;
  readonly event: string;
}

type Tally = { -readonly [Name in keyof Counts]: number };
const nothing = (): Tally => ({ human: 0, ai: 0, total: 0 });

/** Views of some rows, and visitors of all pages and of each, by class. A visitor's rows must all be added to the same one. */
class Recount {
  readonly views = nothing();
  readonly #seen = { human: new Set<string>(), ai: new Set<string>(), total: new Set<string>() };

  add(row: { visitor: string; path: string }, of: 'human' | 'ai'): void {
    const key = `${row.visitor} ${row.path}`;
    for (const kind of [of, 'total'] as const) {
      this.views[kind] += 1;
      this.#seen[kind].add(key);
    }
  }

  /** Adds the visitors to those of other rows. */
  addVisitors({ visitors, byPath }: { visitors: Tally; byPath: Map<string, Tally> }): void {
    for (const kind of ['human', 'ai', 'total'] as const) {
      visitors[kind] += new Set([...this.#seen[kind]].map((key) => key.slice(0, key.indexOf(' ')))).size;
      for (const key of this.#seen[kind]) {
        const path = key.slice(key.indexOf(' ') + 1);
        const tally = byPath.get(path) ?? nothing();
        byPath.set(path, tally);
        tally[kind] += 1;
      }
    }
  }
}

/** Of a day so many rows are in memory at once, about; and the paths of the day. */
const mostRows = 250_000;

/**
 * Reads the rows of every day as they are stored and counts them here, with sets and without the help of ClickHouse; compares
 * what it answers for the day and for every page of it. A day of many rows is read in pieces, each of whole visitors, so that
 * what is counted of each adds up.
 */
export async function verify(
  {
    server,
    clients,
    answers,
    rowsPerPiece = mostRows,
  }: { server: ClickHouse; clients: ClientValues; answers: HeldAnswers; rowsPerPiece?: number | undefined },
  projectId: string,
  onProgress: (progress: VerifyProgress) => void = () => undefined,
): Promise<VerifyReport> {
  const days = await server.read<{ day: number; rows: number }>(
    sql`SELECT day, count() AS rows FROM view FINAL WHERE project_id = ${projectId} GROUP BY day ORDER BY day`,
  );
  const isOfTracker = await daysOfTracker(server, projectId);
  const total = days.reduce((sum, { rows }) => sum + rows, 0);
  const differences: string[] = [];
  let compared = 0;
  let views = 0;
  const compare = (name: string, stored: Counts, answered: Counts | undefined) => {
    compared += 1;
    if (answered?.human === stored.human && answered.ai === stored.ai && answered.total === stored.total) return;
    if (differences.length < mostTold) {
      differences.push(`${name}: stored are ${describeCounts(stored)}, answered are ${describeCounts(answered)}`);
    }
  };
  for (const { day, rows } of days) {
    const pieces = Math.ceil(rows / rowsPerPiece);
    const tallies = { views: nothing(), visitors: nothing(), byPath: new Map<string, Tally>() };
    for (let piece = 0; piece < pieces; piece += 1) {
      const stored = await readPiece(server, { projectId, day, piece, pieces });
      views += stored.length;
      const recount = new Recount();
      for (const row of stored) {
        const of = row.event === '' ? classOf(row.category) : undefined;
        const isCounted = row.category !== 'human' || (row.source === 'tracker') === isOfTracker(day);
        if (of !== undefined && isCounted) recount.add(row, of);
      }
      for (const kind of ['human', 'ai', 'total'] as const) tallies.views[kind] += recount.views[kind];
      recount.addVisitors(tallies);
      onProgress({ done: views, total });
    }
    const range = { from: day * duration.day, to: (day + 1) * duration.day };
    const query = { projectId, range, mapping: defaultMapping };
    const [bucket] = await countSeries({ server, clients }, { ...query, interval: 'day' });
    compare(`views on ${dayName(day)}`, tallies.views, bucket?.views);
    compare(`visitors on ${dayName(day)}`, tallies.visitors, bucket?.visitors);
    const walk = await answers.walk({ ...query, measure: 'visitors', dimension: 'path', snapshot: undefined });
    const answered = new Map((await Array.fromAsync(walk.rows)).flat().map((row) => [row.value, row]));
    for (const path of new Set([...tallies.byPath.keys(), ...answered.keys()])) {
      compare(`visitors of ${path} on ${dayName(day)}`, tallies.byPath.get(path) ?? nothing(), answered.get(path));
    }
  }
  return { ok: differences.length === 0, views, compared, differences };
}

/** See `HumanSource`. */
async function daysOfTracker(server: ClickHouse, projectId: string): Promise<(day: number) => boolean> {
  const trackers = await server.read<{ day: number }>(
    sql`SELECT DISTINCT day FROM tracker_day WHERE project_id = ${projectId} ORDER BY day`,
  );
  const reported = new Set(trackers.map(({ day }) => day));
  const [first] = trackers;
  if (first === undefined) return () => false;
  const seenByServer = await server.read<{ day: number }>(
    sql`SELECT day FROM view WHERE project_id = ${projectId} AND day = ${first.day} AND category = 'human'
      AND source != 'tracker' AND event = '' LIMIT 1`,
  );
  return (day) => reported.has(day) && (day !== first.day || seenByServer.length === 0);
}

/** Each view once, however often it is stored. */
async function readPiece(
  server: ClickHouse,
  { projectId, day, piece, pieces }: { projectId: string; day: number; piece: number; pieces: number },
): Promise<CountedRow[]> {
  const rows = await server.read<CountedRow>(
    sql`SELECT id, visitor, path, category, source, event FROM view
      WHERE project_id = ${projectId} AND day = ${day} AND sipHash64(visitor) % ${pieces} = ${piece}`,
  );
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const [human, ai] = [new Set<string>(defaultMapping.human), new Set<string>(defaultMapping.ai)];

function classOf(category: string): 'human' | 'ai' | undefined {
  if (human.has(category)) return 'human';
  return ai.has(category) ? 'ai' : undefined;
}

function describeCounts(counts: Counts | undefined): string {
  return counts === undefined ? 'none' : `${counts.human} human, ${counts.ai} AI, ${counts.total} in all`;
}
