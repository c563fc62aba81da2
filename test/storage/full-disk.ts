/**
 * Child of the test of a full disk, in a mount namespace of its own: its folder is a small disk that nobody else has. A
 * server works there while the disk fills up in the middle of a job; prints what was answered, as JSON.
 */
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/config/config.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';
import { serve } from '../../src/serve.ts';
import { serveModel } from '../crash/model-server.ts';
import { writeFiles } from '../git-fixture.ts';

const [folder = ''] = process.argv.slice(2);
const inFolder = (name: string) => join(folder, name);
const filling = inFolder('filling');

/** Takes every block there is. */
function fill(): void {
  for (let bytes = statfsSync(folder).bavail * 4096; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      writeFileSync(filling, Buffer.alloc(bytes), { flag: 'a' });
    } catch {
      // Not that much.
    }
  }
}

const edit = { path: 'guide.mdx', old_text: 'teh guide', new_text: 'the guide' };
const model = await serveModel(() => [
  [
    { tool: 'read', input: { path: 'guide.mdx' } },
    { tool: 'edit', input: edit },
  ],
  [{ tool: 'finish', input: { title: 'Fix a typo', summary: 'Corrected "teh".' } }],
]);
mkdirSync(inFolder('docs'));
writeFiles(inFolder('docs'), { 'index.md': '# Home\n', 'guide.mdx': '---\ntitle: Guide\n---\n\nThis is teh guide.\n' });
const environment = {
  DOCWRIGHT_DATA_DIR: inFolder('data'),
  DOCWRIGHT_LOCAL_ROOTS: '/',
  DOCWRIGHT_LOG_LEVEL: 'error',
  DOCWRIGHT_PORT: '0',
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
  DOCWRIGHT_SHUTDOWN_TIMEOUT: '2',
};
const application = await openApplication({
  config: readConfig(environment),
  publicUrl: 'http://localhost',
  logger: silentLogger,
});
const { id } = await application.projects.create({ name: 'Docs', repositoryUrl: inFolder('docs') }, 'test');
const { key } = await application.projects.keys.create(
  id,
  { name: 'test', scopes: ['agent:read', 'agent:write', 'analytics:read', 'ingest'] },
  'test',
);
await application.close();

let server = await serve(environment);
interface Answer {
  readonly code: number;
  readonly retryAfter: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

async function ask(path: string, sent?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const post = sent && { method: 'POST', body: JSON.stringify(sent) };
  const response = await fetch(`${server.url}${path}`, { headers, signal: AbortSignal.timeout(10_000), ...post });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const body = (isJson ? JSON.parse(text) : { text }) as Answer['body'];
  return { code: response.status, retryAfter: response.headers.get('retry-after'), body };
}
const sendViews = (from: number, to: number) =>
  ask(
    `/v1/ingest/${id}/events`,
    Array.from({ length: to - from }, (_, index) => ({
      id: `view-${from + index}`,
      timestamp: Date.now(),
      path: `/page-${from + index}`,
      ip: '203.0.113.7',
      userAgent: 'ChatGPT-User/1.0; +https://openai.com/bot',
    })),
  );
const views = () => ask(`/v1/analytics/${id}/views`);

const accepted = await sendViews(0, 100);
const readBefore = await views();
// The first answer of the model is paid for, and then there is no room to store it.
const isFull = Promise.withResolvers<undefined>();
model.onRequest = async ({ position }) => {
  if (position !== 0) return;
  fill();
  isFull.resolve(undefined);
  await Promise.resolve();
};
const job = await ask(`/v2/agent/${id}/job`, { prompt: 'typo in the guide' });
await isFull.promise;
const full = {
  ingest: await sendViews(100, 200),
  newJob: await ask(`/v2/agent/${id}/job`, { prompt: 'another' }),
  read: await views(),
  ready: await ask('/readyz'),
  metrics: /docwright_storage_free_bytes (\d+)/.exec(String((await ask('/metrics')).body['text']))?.[1],
};
// Long enough for three attempts and the end of a lease, were they counted.
await delay(5_000);
const readJob = async (of = job) => (await ask(`/v2/agent/${id}/job/${String(of.body['id'])}`)).body;
const jobWhileFull = await readJob();
rmSync(filling);
async function readEnd(of: Answer): Promise<Answer['body']> {
  for (;;) {
    const read = await readJob(of);
    if (read['status'] !== 'active') return read;
    await delay(100);
  }
}
const ended = await readEnd(job);
const again = { ingest: await sendViews(0, 200), ready: await ask('/readyz'), read: await views() };

// A stop while there is no room to store an answer that is paid for: it is stored in the room that was set aside.
const isFullAgain = Promise.withResolvers<undefined>();
model.onRequest = async ({ position }) => {
  if (position !== 0) return;
  fill();
  isFullAgain.resolve(undefined);
  await Promise.resolve();
};
const stopped = await ask(`/v2/agent/${id}/job`, { prompt: 'stopped typo in the guide' });
await isFullAgain.promise;
await server.stop();
rmSync(filling);
server = await serve(environment);
const endedAfterStop = await readEnd(stopped);
await server.stop();

// A start on a full disk: with the room that was set aside, and then without.
fill();
server = await serve(environment);
// What opening did not take of it.
fill();
const startedFull = { read: await views(), ingest: await sendViews(200, 201), ready: await ask('/readyz') };
await server.stop();
fill();
const port = new URL(server.url).port;
const starting = serve({ ...environment, DOCWRIGHT_PORT: port });
let whileStarting = await ask('/readyz').catch(() => undefined);
while (whileStarting?.code !== 503) {
  await delay(20);
  whileStarting = await ask('/readyz').catch(() => undefined);
}
const waiting = { alive: await ask('/healthz'), ready: whileStarting, read: await views() };
rmSync(filling);
server = await starting;
const afterStart = { ready: await ask('/readyz'), read: await views() };
await server.stop();
model.close();
const askedOf = (name: string) => model.requests.filter(({ job: of }) => of === name).map(({ position }) => position);
console.log(
  JSON.stringify({
    accepted,
    readBefore,
    full,
    jobWhileFull,
    ended,
    again,
    startedFull,
    waiting,
    afterStart,
    endedAfterStop,
    asked: askedOf('typo'),
    askedOverStop: askedOf('stopped'),
  }),
);
