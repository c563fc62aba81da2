import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOnSqlite, type OpenTestDatabase } from '../../src/db/every-database.fixture.ts';
import { openPostgresDatabase } from '../../src/db/postgres/open-postgres-database.ts';
import { createPostgresServer } from '../../src/db/postgres-server.fixture.ts';
import { processorSeconds } from './processor-time.ts';

export interface DatabaseOfScale {
  /** Opens its empty database, once. */
  readonly open: OpenTestDatabase;
  /** Seconds of processor time that its processes took; of SQLite none, which has no process of its own. */
  processorSeconds(): number;
  close(): Promise<void>;
}

export async function openDatabaseOfScale(kind: string, connections = 8): Promise<DatabaseOfScale> {
  if (kind !== 'postgres') return { open: openOnSqlite, processorSeconds: () => 0, close: () => Promise.resolve() };
  // Memory as a server of a few gigabytes has it, and what keeps its plans true.
  const more = ['scram_iterations=1', 'shared_buffers=256MB', 'autovacuum=on'];
  const folder = mkdtempSync(join(tmpdir(), 'docwright-scale-'));
  const server = await createPostgresServer(folder, { more });
  await server.start();
  const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    async open() {
      const { db } = await openPostgresDatabase({ url: server.url, connections });
      return { db, another: () => Promise.resolve(db), close: () => db.destroy() };
    },
    processorSeconds: () => processorSeconds(pid),
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
