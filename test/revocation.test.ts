import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { createHttpApp } from '../src/http/create-http-app.ts';
import { requireAccess } from '../src/http/require-access.ts';
import { streamAnswer } from '../src/http/stream-answer.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLogger } from '../src/kernel/logger.ts';
import { openApplication, type Application } from '../src/main.ts';
import { startCommand } from './command-line.ts';

let folder: string;
let application: Application;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-revocation-'));
  const config = readConfig({ DOCWRIGHT_DATA_DIR: folder });
  application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
});
afterEach(async () => {
  await application.close();
  rmSync(folder, { recursive: true });
});

it('ends an answer under way when another process revokes its key', { timeout: 60_000 }, async () => {
  const { projects } = application;
  const project = await projects.create({ name: 'Docs', repositoryUrl: 'https://github.com/a/b' }, 'test');
  const { key, apiKey } = await projects.keys.create(project.id, { name: 'reader' }, 'test');
  let isOpen = true;
  async function* endless() {
    try {
      for (;;) yield await elapse(10, new TextEncoder().encode('row\n'));
    } finally {
      isOpen = false;
    }
  }
  const app = createHttpApp({ clock: systemClock, logger: silentLogger, trustedProxies: [] });
  app.get('/v1/projects/:projectId/rows', requireAccess(projects.keys, 'analytics:read'), (context) =>
    streamAnswer(context, endless()),
  );
  const answer = await app.request(`/v1/projects/${project.id}/rows`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  const env = { DOCWRIGHT_DATA_DIR: folder, PATH: process.env['PATH'] };
  const revoked = startCommand(['key', 'revoke', apiKey.id], { env });
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readOn()).rejects.toMatchObject({ facts: { code: 'access_ended' } });
  expect(await revoked).toMatchObject({ code: 0 });
  expect(isOpen).toBe(false);
});
