import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from './git-fixture.ts';

const { path: folder, remove } = temporaryFolder();
const clone = join(folder, 'clone');

beforeAll(() => {
  const root = join(import.meta.dirname, '..');
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files
    .toString()
    .split('\0')
    .filter((name) => existsSync(join(root, name)) && name !== '')) {
    cpSync(join(root, file), join(clone, file));
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
});
afterAll(remove);

interface Start {
  readonly page: Response | undefined;
  readonly said: string;
  /** Its exit code, or the signal that ended it. */
  readonly exit: number | string | null;
}

/** Starts the server of the clone as its README says, asks for the first page and stops it. */
async function start(): Promise<Start> {
  const server = spawn(join(clone, 'docwright'), ['serve', '--port', '0', '--workers', '0', '--json'], {
    env: { PATH: process.env['PATH'], HOME: folder, DOCWRIGHT_DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | string | null>((resolve) =>
    server.once('exit', (code, signal) => {
      resolve(code ?? signal);
    }),
  );
  const said = text(server.stderr);
  let page: Response | undefined;
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      const { url } = JSON.parse(line) as { url: string };
      page = await fetch(url, { headers: { accept: 'text/html' } });
      break;
    }
  } finally {
    server.kill('SIGTERM');
  }
  return { page, said: await said, exit: await ended };
}

it('builds its dashboard when it starts, once, and says so', async () => {
  const [first, second] = [await start(), await start()];
  expect(
    [first, second].map(({ page, exit }) => [page?.status, exit]),
    first.said + second.said,
  ).toEqual([
    [200, 0],
    [200, 0],
  ]);
  expect(await first.page?.text()).toContain('/assets/index-');
  expect(first.said).toContain('Building the dashboard');
  expect(second.said).not.toContain('Building the dashboard');
});

it('goes on with the former build where a new one fails, and without one tells what to do', async () => {
  appendFileSync(join(clone, 'dashboard/src/main.tsx'), '\nThis is no program.\n');
  const former = await start();
  expect(former.page?.status).toBe(200);
  expect(former.said).toContain('the one that was built last is served');
  rmSync(join(clone, 'dashboard/dist'), { recursive: true });
  const none = await start();
  expect(none).toMatchObject({ page: undefined, exit: 1 });
  expect(none.said).toContain('Run `npm ci`');
});
