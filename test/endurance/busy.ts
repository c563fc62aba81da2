/**
 * `npm run busy [-- --minutes 3 --views 2000000 --pages 3000 --folder DIR]`: asks a server for `/healthz` all the time while
 * logs are imported and the store is verified beside it, exports are walked, and four jobs change documentation of so many
 * pages. Tells how long the answers took. Ends with 1 where one of them, an export, a command or a job failed.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as elapse } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sampleLog } from '../../bench/sample-log.ts';
import { serveModel, type Call } from '../crash/model-server.ts';
import type { Held } from '../hostile/hold-meter.ts';
import { freePort } from '../free-port.ts';
import { prepareData } from './prepared-data.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    views: { type: 'string', default: '2000000' },
    pages: { type: 'string', default: '3000' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const jobsAtOnce = 4;
const logLines = 200_000;
const program = join(import.meta.dirname, '../../src/cli/docwright.ts');

mkdirSync(values.folder, { recursive: true });
const folder = mkdtempSync(join(values.folder, 'busy-'));
writeDocumentation(join(folder, 'docs'), Number(values.pages));
const log = join(folder, 'access.log');
writeFileSync(log, sampleLog(logLines).join('\n') + '\n');
const { environment, projects } = await prepareData(folder, { projects: 1, views: Number(values.views) });
const [{ id: projectId, apiKey } = { id: '', apiKey: '' }] = projects;
const model = await serveModel(turnsOf);
const env = {
  ...process.env,
  ...environment,
  DOCWRIGHT_PORT: String(await freePort()),
  DOCWRIGHT_MODEL: 'openai-compatible/double',
  OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
};
const server = fork(join(import.meta.dirname, '..', 'hostile', 'watched-server.ts'), { env, execArgv: [] });
const [url] = (await once(server, 'message')) as [string];

await measured('reset');
const health = fork(join(import.meta.dirname, 'ask-for-health.ts'), [url], { execArgv: [] });
const done = { jobs: 0, exports: 0, imports: 0, verifications: 0 };
const faults: string[] = [];
const over = AbortSignal.timeout(Number(values.minutes) * 60_000);
await Promise.all([
  again(walkExport),
  again(() => run('imports', 'import', 'Docs 0', log)),
  again(() => run('verifications', 'verify')),
  ...Array.from({ length: jobsAtOnce }, (_, worker) => again(() => doJob(`job-${worker} corrects a page`))),
]);
const held = await measured('read');
const waiting = once(health, 'message') as Promise<[number[]]>;
health.send('stop');
report(held, (await waiting)[0]);
server.kill();
model.close();
rmSync(folder, { recursive: true });
process.exitCode = faults.length === 0 ? 0 : 1;

async function again(work: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await work().catch((error: unknown) => {
      faults.push(String(error));
    });
  }
}

async function measured(question: 'reset' | 'read'): Promise<Held> {
  const answer = once(server, 'message') as Promise<[Held]>;
  server.send(question);
  return (await answer)[0];
}

async function walkExport(): Promise<void> {
  let hasMore = true;
  for (let offset = 0; hasMore && !over.aborted; offset += 250) {
    const page = await ask('GET', `/v1/analytics/${projectId}/visitors?limit=250&offset=${offset}`);
    ({ hasMore } = page as { hasMore: boolean });
  }
  done.exports += 1;
}

async function doJob(prompt: string): Promise<void> {
  const { id } = (await ask('POST', `/v2/agent/${projectId}/job`, { prompt })) as { id: string };
  for (;;) {
    const job = (await ask('GET', `/v2/agent/${projectId}/job/${id}`)) as { status: string; prLink?: string | null };
    if (job.status !== 'active') {
      if (!job.prLink) faults.push(`job ${id} is ${job.status} and has no pull request`);
      break;
    }
    await elapse(200);
  }
  done.jobs += 1;
}

async function run(count: 'imports' | 'verifications', ...parts: string[]): Promise<void> {
  const child = spawn(process.execPath, [program, ...parts], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const [errors, [code]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) faults.push(`docwright ${parts.join(' ')}: ${String(code)} ${errors.slice(0, 300)}`);
  done[count] += 1;
}

async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const content = await response.text();
  if (response.status === 429) {
    await elapse(Number(response.headers.get('retry-after')) * 1_000);
    return ask(method, path, body);
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${content.slice(0, 300)}`);
  return JSON.parse(content) as unknown;
}

/** Looks, changes a page wrongly, is told so, and corrects it. */
function turnsOf(job: string): readonly (readonly Call[])[] {
  const path = `section-0/page-${job.replaceAll(/\D/g, '')}.mdx`;
  const link = (target: string): Call => ({
    tool: 'edit',
    input: { path, old_text: 'Prose with', new_text: `Prose of [another page](${target}) with` },
  });
  return [
    [{ tool: 'search', input: { pattern: 'strong words' } }],
    [{ tool: 'read', input: { path } }],
    [link('/gone')],
    [{ tool: 'check_docs', input: {} }],
    [{ tool: 'replace', input: { pattern: 'more words', replacement: 'other words', path: 'section-1' } }],
    [{ tool: 'edit', input: { path, old_text: '(/gone)', new_text: '(/section-0/page-9)' } }],
    [{ tool: 'check_docs', input: {} }],
    [{ tool: 'finish', input: { title: 'Correct a page', summary: 'Words.' } }],
  ];
}

function writeDocumentation(into: string, pages: number): void {
  const nameOf = (index: number) => `section-${Math.floor(index / 50)}/page-${index}`;
  const names = Array.from({ length: pages }, (_, index) => nameOf(index));
  for (let section = 0; section * 50 < pages; section += 1)
    mkdirSync(join(into, `section-${section}`), { recursive: true });
  writeFileSync(join(into, 'docs.json'), JSON.stringify({ name: 'Docs', navigation: { pages: names } }));
  names.forEach((name, index) => {
    const parts = [0, 1, 2, 3].map((part) => {
      const target = `/${nameOf((index * 7 + part * 131) % pages)}`;
      return `## Part ${part}\n\nProse with **strong words** and [a link](${target}), ${'some more words to read '.repeat(20)}.\n`;
    });
    writeFileSync(join(into, `${name}.mdx`), `---\ntitle: Page ${index}\n---\n\n${parts.join('\n')}`);
  });
}

function report({ heldMs, bytes }: Held, waits: readonly number[]): void {
  const sorted = waits.toSorted((left, right) => left - right);
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  const works = Object.entries(done).map(([work, times]) => `${times} ${work}`);
  console.log(
    `/healthz ${waits.length} times: median ${at(0.5)}, 99 of 100 within ${at(0.99)}, slowest ${at(1)}; load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    `event loop held ${heldMs.toFixed(0)} ms at most; up to ${(bytes / 2 ** 20).toFixed(0)} MB in the server`,
  );
  console.log(`meanwhile ${works.join(', ')}; ${faults.length} faults`);
  for (const fault of new Set(faults)) console.log(`  ${fault}`);
}
