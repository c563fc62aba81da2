import { viewsPerPiece, type StoredVisits } from '../../stored-visits.ts';
import type { Classification, View, ViewContext, ViewSource } from '../../view.ts';
import { prepareSchema } from '../schema.ts';
import { readClickHouseAddress } from '../server/clickhouse-address.ts';
import { connectToClickHouse } from '../server/clickhouse.ts';
import { numbers, raw, sql } from '../server/sql.ts';
import { bytesOfUuid, columnsOfRest } from '../write/delivery.ts';
import { readProjects } from './stored-names.ts';

type StoredRow = Readonly<Record<'id' | 'path' | Exclude<(typeof columnsOfRest)[number], 'at' | 'status'>, string>> & {
  readonly at: number;
  readonly status: number;
};

/** Below every other. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Over a connection of its own. Throws VisitsAway, VisitsRefused, ClickHouseTooOld, VisitStoreTooNew. */
export async function openStoredVisits(url: string): Promise<StoredVisits> {
  const server = connectToClickHouse(readClickHouseAddress(url));
  try {
    await prepareSchema(server);
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    projects: () => readProjects(server),
    days: (projectId) =>
      server.read(
        sql`SELECT day, count() AS views FROM view FINAL WHERE project_id = ${projectId} GROUP BY day ORDER BY day`,
      ),
    async *read(projectId, days) {
      for (const day of days) {
        for (let last = firstId; ;) {
          const rows = await server.read<StoredRow>(
            sql`SELECT id, path, ${raw(columnsOfRest.join(', '))} FROM view FINAL
              WHERE project_id = ${projectId} AND day = ${day} AND id > toUUID(${last}) ORDER BY id LIMIT ${viewsPerPiece}`,
          );
          if (rows.length > 0) yield rows.map(viewOf);
          last = rows.at(-1)?.id ?? last;
          if (rows.length < viewsPerPiece) break;
        }
      }
    },
    async trackerDays(projectId) {
      const rows = await server.read<{ day: number }>(
        sql`SELECT DISTINCT day FROM tracker_day WHERE project_id = ${projectId}`,
      );
      return rows.map(({ day }) => day);
    },
    async noteTrackerDays(projectId, days) {
      if (days.length === 0) return;
      await server.run(sql`INSERT INTO tracker_day SELECT ${projectId}, arrayJoin(${numbers(days)})`);
    },
    close: () => server.close(),
  };
}

function viewOf(row: StoredRow): View {
  const context: ViewContext = {
    host: text(row.host),
    status: row.status === 0 ? undefined : row.status,
    utmSource: text(row.utm_source),
    utmMedium: text(row.utm_medium),
    utmCampaign: text(row.utm_campaign),
    event: text(row.event),
  };
  return {
    timestampMs: row.at,
    visitor: bytesOfUuid(row.visitor),
    path: row.path,
    classification: {
      category: row.category as Classification['category'],
      product: text(row.product),
      operator: text(row.operator),
      verdict: row.verdict as Classification['verdict'],
      evidence: text(row.evidence) as Classification['evidence'],
    },
    client: { userAgent: row.user_agent, accept: text(row.accept) },
    referrer: text(row.referrer),
    country: text(row.country),
    source: row.source as ViewSource,
    context: Object.values(context).every((value) => value === undefined) ? undefined : context,
    eventId: undefined,
    eventDigest: bytesOfUuid(row.id),
  };
}

function text(stored: string): string | undefined {
  return stored === '' ? undefined : stored;
}
