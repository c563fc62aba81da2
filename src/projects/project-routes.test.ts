import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { openMigratedDatabase } from '../db/migrated-database.fixture.ts';
import { createHttpApp } from '../http/create-http-app.ts';
import { systemClock as clock } from '../kernel/clock.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createSecretBox } from '../kernel/secret-box.ts';
import { createApiKeys } from './api-keys.ts';
import { addProjectRoutes } from './project-routes.ts';
import { createProjectStore } from './project-store.ts';

it('tells the holder of a key its own project, and of no other', async () => {
  const folder = temporaryFolder();
  const db = await openMigratedDatabase(join(folder.path, 'main.sqlite'));
  const projects = createProjectStore({ db, clock, secretBox: createSecretBox(Buffer.alloc(32, 1)) });
  const keys = createApiKeys({ db, clock });
  const add = async (name: string) =>
    (await projects.create({ name, codeHost: 'local', repositoryUrl: 'docs' }, 'test')).id;
  const [id] = [await add('Docs'), await add('Other')];
  const { key } = await keys.create(id, { name: 'ci' }, 'test');
  const app = createHttpApp({ logger: silentLogger, clock, trustedProxies: [] });
  addProjectRoutes(app, { authenticator: keys, projects });

  const answer = await app.request('/v1/projects', { headers: { authorization: `Bearer ${key}` } });
  expect([answer.status, await answer.json()]).toEqual([200, { projects: [{ id, name: 'Docs' }] }]);
  expect((await app.request('/v1/projects')).status).toBe(401);
  await keys.flush();
  await db.destroy();
  folder.remove();
});
