import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDocwrightClient } from '../client/src/index.ts';
import { freePort } from './free-port.ts';
import { temporaryFolder, writeFiles } from './git-fixture.ts';

const program = join(import.meta.dirname, '../docwright');
const { path: folder, remove } = temporaryFolder();
const demoFolder = join(folder, 'demo');
let port: number;
let demo: ChildProcess;
let ending = '';

beforeAll(async () => {
  port = await freePort();
  demo = spawn(program, ['demo', '--data-dir', demoFolder], { env: environment({ DOCWRIGHT_PORT: String(port) }) });
  const hasEnded = Promise.withResolvers<undefined>();
  demo.stdout?.on('data', (text: Buffer) => {
    ending += text.toString();
    if (ending.includes(`/v2/agent/`) && ending.trimEnd().endsWith("/job'")) hasEnded.resolve(undefined);
  });
  demo.once('exit', () => {
    hasEnded.reject(new Error(`The demo ended by itself:\n${ending}`));
  });
  await hasEnded.promise;
});
afterAll(async () => {
  demo.removeAllListeners('exit');
  const gone = new Promise((resolve) => demo.once('exit', resolve));
  demo.kill('SIGTERM');
  await gone;
  // Left behind, so that the next one may begin anew.
  expect(readFileSync(join(demoFolder, 'docwright-demo.json'), 'utf8')).toBe('{}\n');
  remove();
});

function environment(more: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, ...more };
}

function runDemo(...options: string[]) {
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(program, ['demo', '--exit', ...options], { env: environment() }, (failure, out, error) => {
      resolve({ code: failure === null ? 0 : Number(failure.code), out, error });
    });
  });
}

it('listens where DOCWRIGHT_PORT says, and the third curl of its ending is done as it says', async () => {
  const url = `http://127.0.0.1:${port}`;
  const curls = ending.split('\n').filter((line) => line.trimStart().startsWith('curl '));
  expect(curls.every((line) => line.includes(`'${url}/v`))).toBe(true);
  const [, apiKey = '', body = '', projectId = ''] =
    /Bearer (\S+)'.* -d '(.*)' '.*\/v2\/agent\/(\w+)\/job'/.exec(curls[2] ?? '') ?? [];
  const { prompt } = JSON.parse(body) as { prompt: string };
  const client = createDocwrightClient({ baseUrl: url, apiKey });
  const { id } = await client.createJob({ projectId, prompt });
  const job = await client.waitForJob({ projectId, id });
  expect(job).toMatchObject({ status: 'completed', title: 'Fix typos on the front page' });
  expect(job.prLink).toMatch(/\/pulls\/2$/);

  await client.messageJob({ projectId, id, prompt: 'And now translate it' });
  const answered = await client.waitForJob({ projectId, id });
  expect(answered).toMatchObject({ status: 'completed', prLink: job.prLink });
  expect(answered.summary).toContain('I am the demo’s scripted stand-in');

  // What the site has is not what is missed, or the list says nothing.
  const { rows: missing } = await client.missing({ projectId });
  expect(missing.length).toBeGreaterThan(3);
  expect(missing.filter(({ path, nearest }) => path === nearest)).toEqual([]);
  const { goals } = await client.goals({ projectId });
  expect(goals.filter(({ total }) => total > 0)).toHaveLength(1);
});

it('says what to do while another demo works in the folder, and leaves it alone', async () => {
  const { code, error } = await runDemo('--data-dir', demoFolder, '--port', '0');
  expect(code).toBe(1);
  expect(error).toContain(`Demo already running at http://127.0.0.1:${port}`);
  expect(error).toContain('--data-dir .demo-2 --port 0');
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
});

it.each([
  ['a folder with something else', 'thesis/chapter.md', 'thesis'],
  ['a file', 'notes.md', 'notes.md'],
])('refuses %s', async (_, file, dataDir) => {
  writeFiles(folder, { [file]: 'mine' });
  const { code, error } = await runDemo('--data-dir', join(folder, dataDir), '--port', '0');
  expect(code).toBe(2);
  expect(error).toContain('Choose another folder with --data-dir');
  expect(readFileSync(join(folder, file), 'utf8')).toBe('mine');
});

it('touches nothing when its port is taken', async () => {
  const path = join(folder, 'earlier');
  writeFiles(path, { 'docwright-demo.json': '{}', 'docwright.sqlite': 'of an earlier demo' });
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { code, error } = await runDemo('--data-dir', path, '--port', String((other.address() as AddressInfo).port));
  other.close();
  expect(code).toBe(1);
  expect(error).toContain('choose another port with --port');
  expect(readFileSync(join(path, 'docwright.sqlite'), 'utf8')).toBe('of an earlier demo');
});
