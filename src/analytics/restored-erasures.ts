import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { erasuresFile, readErasures } from '../db/erasures-file.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Logger } from '../kernel/logger.ts';
import type { EraseAgain } from './erase-again.ts';

/** Takes over what was erased since the backup was made that was restored here, and erases it again. */
export function createRestoredErasures({
  db,
  dataDirectory,
  eraseAgain,
  logger,
}: {
  db: DatabaseConnection;
  dataDirectory: string;
  eraseAgain: EraseAgain;
  logger: Logger;
}): () => Promise<void> {
  const file = join(dataDirectory, erasuresFile);
  return async () => {
    if (!existsSync(file)) return;
    const rows = await readErasures(file);
    for (const row of rows) {
      await db
        .insertInto('erasures')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['project_id', 'mark'])
            .doUpdateSet({ erased_at: row.erased_at })
            .where('erasures.erased_at', '<', row.erased_at),
        )
        .execute();
    }
    for (const projectId of new Set(rows.map(({ project_id }) => project_id))) {
      const { views } = await eraseAgain(projectId);
      if (views > 0) logger.info({ projectId, views }, 'erased again what a backup had brought back');
    }
    await rm(file);
  };
}
