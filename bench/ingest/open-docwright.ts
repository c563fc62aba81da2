import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import type { Project } from '../../src/contract/project.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication, type Application } from '../../src/main.ts';

/** A whole application with a project that counts everybody from every source; both are made where the folder is new. */
export async function openDocwright(
  folder: string,
): Promise<{ application: Application; project: Project; apiKey: string }> {
  const docs = join(folder, 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'index.md'), '# Docs\n');
  const application = await openApplication({
    config: readConfig({
      DOCWRIGHT_DATA_DIR: join(folder, 'data'),
      DOCWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
      DOCWRIGHT_LOCAL_ROOTS: folder,
    }),
    publicUrl: 'http://localhost',
    logger: silentLogger,
  });
  const [known] = await application.projects.list();
  const { id } = known ?? (await application.projects.create({ name: 'Docs', repositoryUrl: docs }, 'bench'));
  const analytics = { humanSource: 'both' as const, sites: ['https://docs.example'], collectSecondsPerMinute: 60 };
  const project = await application.projects.update(id, { settings: { analytics } }, 'bench');
  const { key } = await application.projects.keys.create(
    id,
    { name: 'bench', scopes: ['ingest', 'analytics:read'] },
    'bench',
  );
  return { application, project, apiKey: key };
}
