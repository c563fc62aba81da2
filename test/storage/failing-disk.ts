/**
 * Child of the test of a failing disk: its folder is a file system of its own, on a loop device. A server works there while
 * the kernel makes it read-only after a fault, or while the device ends before the file system does; prints what was
 * answered, as JSON.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { serve } from '../../src/serve.ts';

const [fault = '', device = '', folder = ''] = process.argv.slice(2);
const docs = join(folder, 'docs');
mkdirSync(docs);
writeFileSync(join(docs, 'index.md'), '# Welcome\n');
const environment = {
  DOCWRIGHT_DATA_DIR: join(folder, 'data'),
  DOCWRIGHT_LOCAL_ROOTS: '/',
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_PORT: '0',
  DOCWRIGHT_WORKERS: '0',
};
const application = await openApplication({
  config: readConfig(environment),
  publicUrl: 'http://localhost',
  logger: silentLogger,
});
const { id } = await application.projects.create({ name: 'Docs', repositoryUrl: docs }, 'test');
const { key } = await application.projects.keys.create(
  id,
  { name: 'test', scopes: ['analytics:read', 'ingest'] },
  'test',
);
await application.close();

const server = await serve(environment);
let sent = 0;
async function ask(path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = body && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(20_000), ...post });
  return { code: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}
const sendViews = (count: number) =>
  ask(
    `/v1/ingest/${id}/events`,
    Array.from({ length: count }, () => ({
      id: `view-${(sent += 1)}`,
      timestamp: Date.now(),
      path: `/page-${sent}-${'x'.repeat(300)}`,
      ip: '203.0.113.7',
      userAgent: 'ChatGPT-User/1.0; +https://openai.com/bot',
    })),
  );

const accepted = await sendViews(200);
let views = 200;
let refused = fault === 'read-only' ? undefined : await sendViews(500);
if (fault === 'read-only') writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'test');
while (refused?.code !== 503) {
  if (refused?.code === 202) views += 500;
  refused = await sendViews(500);
}
const read = await ask(`/v1/analytics/${id}/views?limit=1`);
let ready = await ask('/readyz');
// The kernel writes some things later than it is told to, and notices the fault only then.
while (ready.code !== 503) {
  await delay(50);
  await sendViews(1);
  ready = await ask('/readyz');
}
console.log(JSON.stringify({ accepted, refused, read, ready, views }));
process.exit();
