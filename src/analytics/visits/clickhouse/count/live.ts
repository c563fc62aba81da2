import type { LiveAnswer, LiveQuery, LiveView } from '../../visit-store.ts';
import { evidenceKinds, trafficCategories, verdicts, type Classification } from '../../view.ts';
import type { Counts } from '../../visit-store.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { sql } from '../server/sql.ts';
import { countColumns, eachShard, noCounts, sumOfShards } from './counted.ts';
import { fromViews } from './looked-at.ts';

export interface StoredClassification {
  readonly category: string;
  readonly product: string;
  readonly operator: string;
  readonly verdict: string;
  readonly evidence: string;
}

interface LiveRow extends StoredClassification {
  readonly at: number;
  readonly path: string;
  readonly country: string;
}

export async function readLive(
  server: ClickHouse,
  { projectId, since, mapping, limit }: LiveQuery,
): Promise<LiveAnswer> {
  const views = fromViews({ projectId, mapping, range: { from: since, to: undefined } });
  const [[visitors = noCounts], rows] = await Promise.all([
    server.read<Counts>(
      sql`SELECT ${sumOfShards} FROM (SELECT ${countColumns('visitors', mapping)} ${views} ${eachShard})`,
    ),
    server.read<LiveRow>(
      sql`SELECT at, path, category, product, operator, verdict, evidence, country ${views}
        ORDER BY at DESC, id LIMIT ${limit}`,
    ),
  ]);
  return { visitors, recent: rows.map(liveView) };
}

function liveView(row: LiveRow): LiveView {
  return {
    timestampMs: row.at,
    path: row.path,
    classification: classificationOf(row),
    country: row.country === '' ? undefined : row.country,
  };
}

/** A word that this version does not know is of a newer one, and other bots are what nobody counts. */
export function classificationOf({
  category,
  product,
  operator,
  verdict,
  evidence,
}: StoredClassification): Classification {
  return {
    category: trafficCategories.find((candidate) => candidate === category) ?? 'other_bot',
    product: product === '' ? undefined : product,
    operator: operator === '' ? undefined : operator,
    verdict: verdicts.find((candidate) => candidate === verdict) ?? 'unclaimed',
    evidence: evidenceKinds.find((candidate) => candidate === evidence),
  };
}
