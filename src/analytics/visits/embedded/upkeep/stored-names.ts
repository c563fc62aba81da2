import type { StoredNames } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { eachVisitorId } from '../columns/visitor-ids.ts';
import { bytesOf } from '../columns/view-columns.ts';

const wordsPerId = 4;
const deletedWord = 0xffff_ffff;

export function readNames(database: VisitDatabase, projectId: string): StoredNames {
  const project = database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId);
  if (typeof project !== 'number') return { visitors: [], paths: [] };
  const visitors: Uint8Array[] = [];
  eachVisitorId(database, project, 0, (_first, words) => {
    for (let start = 0; start < words.length; start += wordsPerId) {
      const id = words.subarray(start, start + wordsPerId);
      if (id.some((word) => word !== deletedWord)) visitors.push(Uint8Array.from(bytesOf(id)));
    }
  });
  const select = database.prepare('SELECT text FROM term WHERE project = ? AND kind = ?').pluck();
  return { visitors, paths: select.all(project, termKinds.path) as string[] };
}
