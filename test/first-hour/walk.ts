// What a new user does in the first hour, on the machine that it runs on: the demo, then the own documentation, a view from each
// of the three sources, an export that counts them, and a pull request. Prints a line of JSON for each step.
//   node walk.ts --edge dist/index.js [--public-path /docwright] -- docwright
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type * as EdgePackage from '../../edge/src/index.ts';
import type * as EdgeForNode from '../../edge/src/node.ts';
import { serveDocwright } from './serve-docwright.ts';

/** Printed for each step; what stood in the way is told in the words that the person saw. */
export interface WalkedStep {
  readonly step: string;
  readonly seconds: number;
  readonly obstacle?: string;
}

const { values, positionals } = parseArgs({
  options: { edge: { type: 'string', default: '' }, 'public-path': { type: 'string', default: '' } },
  allowPositionals: true,
});
const [program = 'docwright', ...firstParts] = positionals;
const folder = resolve('first-hour');
const claude = 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const site = 'https://docs.acme.example';
const environment: NodeJS.ProcessEnv = { ...process.env, DOCWRIGHT_DATA_DIR: join(folder, 'data') };

async function docwright(...parts: string[]): Promise<string> {
  const options = { cwd: folder, env: environment, maxBuffer: 2 ** 26, timeout: 10 * 60_000 };
  return (await promisify(execFile)(program, [...firstParts, ...parts], options)).stdout.trim();
}

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const say = (outcome: { obstacle?: string }): void => {
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    console.log(JSON.stringify({ step: name, seconds, ...outcome } satisfies WalkedStep));
  };
  try {
    const result = await work();
    say({});
    return result;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    say({ obstacle: stderr.trim().split('\n').slice(-3).join(' ') || message });
    throw error;
  }
}

function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body, headers });
  expect(answer.status === 202, `${url} answered ${answer.status}: ${await answer.text()}`);
}

/** The site of the reader, with the middleware in it, is asked for a page. */
async function readThroughMiddleware(options: { endpoint: string; projectId: string; ingestKey: string }) {
  const adapter = values.edge.replace('index.', 'node.');
  const [index, node] = [values.edge, adapter].map((file) => pathToFileURL(resolve(file)).href);
  const { createRecorder } = (await import(index ?? '')) as typeof EdgePackage;
  const { recordVisits } = (await import(node ?? '')) as typeof EdgeForNode;
  const recorder = createRecorder(options);
  const pages = createServer(recordVisits(recorder, (_, response) => response.end('# Guide'))).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo;
  // By the name of the site, which `fetch` would not send.
  const headers = { host: new URL(site).host, 'user-agent': claude, accept: 'text/markdown, */*' };
  const [answer] = (await once(get({ port, path: '/guide', headers }), 'response')) as [IncomingMessage];
  expect((await text(answer)) === '# Guide', 'the middleware changed the page');
  pages.close();
}

/** Of yesterday, as nginx writes it. */
function logLine(): string {
  const [, day, month, year] = /(\d\d) (\w{3}) (\d{4})/.exec(new Date(Date.now() - 86_400_000).toUTCString()) ?? [];
  return `203.0.113.9 - - [${day}/${month}/${year}:10:00:02 +0000] "GET /guide HTTP/1.1" 200 2048 "-" "${claude}"\n`;
}

/** Asks as long as a person would look: the middleware sends a moment later. */
async function isCounted(source: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { totals } = JSON.parse(await docwright('visitors', '--source', source, '--json')) as Counted;
    if (totals.total > 0) return;
    expect(tries < 20, `the export counts no view of ${source}`);
    await delay(500);
  }
}
interface Counted {
  readonly totals: { readonly total: number };
}

mkdirSync(join(folder, 'my-docs'), { recursive: true });
writeFileSync(join(folder, 'my-docs', 'index.mdx'), '# Acme\n\nA conection that happend.\n');
writeFileSync(join(folder, 'access.log'), logLine());
let stop: () => Promise<void> = () => Promise.resolve();
try {
  await step('demo', async () => {
    const demo = await docwright('demo', '--exit', '--port', '0', '--json');
    const { job, visitors } = JSON.parse(demo) as { job: { prLink: string | null }; visitors: Counted };
    expect(job.prLink !== null && visitors.totals.total > 0, `the demo ends with ${demo.slice(0, 500)}`);
  });
  await step('init', () => docwright('init', '--project', 'Docs', '--repository', './my-docs'));
  await docwright('project', 'set', 'Docs', '--setting', `analytics.sites=["${site}"]`);
  const serving = await step('serve', () =>
    serveDocwright([program, ...firstParts, 'serve'], { folder, environment, publicPath: values['public-path'] }),
  );
  const { url } = serving;
  stop = serving.stop;
  const projectId = await docwright('project', 'id', 'Docs');
  const ingestKey = await docwright('key', 'create', '--project', 'Docs', '--name', 'site', '--ingest');
  environment['DOCWRIGHT_API_KEY'] = await docwright('key', 'create', '--project', 'Docs', '--name', 'me');
  await step('tracker', async () => {
    expect((await fetch(`${url}/t.js`)).ok, `${url}/t.js is not there`);
    const view = { project: projectId, id: '0f8fad5bd9cb469fa16570867728950e', url: `${site}/guide`, hints: [] };
    await post(`${url}/v1/collect`, JSON.stringify(view), { 'user-agent': firefox, origin: site });
    await isCounted('tracker');
  });
  await step('middleware', async () => {
    await readThroughMiddleware({ endpoint: url, projectId, ingestKey });
    await isCounted('server');
  });
  await step('log', async () => {
    await docwright('import', 'Docs', 'access.log');
    await isCounted('log');
  });
  await step('export', async () => {
    const csv = await docwright('visitors', '--csv');
    expect(csv.includes('/guide'), `the export is ${csv}`);
  });
  await step('pull request', async () => {
    const prompt = 'Fix the typos on the front page';
    const done = await docwright('job', 'create', prompt, '--model', 'scripted/demo', '--wait', '--json');
    const { prLink } = JSON.parse(done) as { prLink: string | null };
    expect(prLink !== null, `the job ended without a pull request: ${done.slice(0, 500)}`);
    const page = await fetch(prLink ?? url);
    expect(page.ok, `the pull request at ${prLink} answers ${page.status}`);
  });
} catch {
  // Told by the step.
  process.exitCode = 1;
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
