import { createHash } from 'node:crypto';
import type { CountQuery } from './visit-store.ts';

/** The same query over the same data has the same name, in whatever process; a search in its rows too. */
export function snapshotName(query: CountQuery, version: string): string {
  const { projectId, measure, dimension, range, mapping, filters = [], order = 'total' } = query;
  const identity = [
    projectId,
    version,
    measure,
    dimension,
    range.from ?? null,
    range.to ?? null,
    mapping.human,
    mapping.ai,
    mapping.humanSource,
    filters,
    order,
  ];
  return createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22);
}
