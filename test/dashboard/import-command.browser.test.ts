import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { temporaryFolder } from '../git-fixture.ts';
import { ada } from './seed.ts';

const program = join(import.meta.dirname, '../../docwright');
const { path: folder, remove } = temporaryFolder();
/** What a new terminal has; the data directory was named in the one that the server runs in. */
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder };
let server: ChildProcess;
let setUpLink: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs', 'index.md'), '# Welcome\n');
  server = spawn(program, ['serve', '--port', '0'], {
    cwd: folder,
    env: {
      ...environment,
      DOCWRIGHT_DATA_DIR: "data of 'Ada'",
      DOCWRIGHT_LOCAL_ROOTS: folder,
      DOCWRIGHT_LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  setUpLink = await new Promise((resolve) => {
    createInterface({ input: server.stdout! }).on('line', (line) => {
      const link = /Become the owner: (\S+)/.exec(line)?.[1];
      if (link !== undefined) resolve(link);
    });
  });
});
afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
  remove();
});

it('shows a command that imports access logs as it stands, and then the visitors', async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(setUpLink);
  await page.getByLabel('Name').fill(ada.name);
  await page.getByLabel('Email').fill(ada.email);
  await page.getByLabel('Password').fill(ada.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'New project' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Acme docs');
  await page.getByLabel('On this machine').check();
  await page.getByLabel('Repository path').fill(join(folder, 'docs'));
  await page.getByRole('button', { name: 'Create and continue' }).click();
  await page.getByRole('tab', { name: 'Log files' }).click();
  const command = await page.locator('pre', { hasText: 'access.log' }).first().innerText();
  // As web servers write it, such as 22/Nov/2026:05:53:31 +0000.
  const [, day, month, year, clock] = new Date().toUTCString().split(' ');
  const time = `${day}/${month}/${year}:${clock} +0000`;
  writeFileSync(
    join(folder, 'access.log'),
    `203.0.113.7 - - [${time}] "GET /quickstart HTTP/1.1" 200 512 "-" "claude-code/2.1.0"\n`,
  );
  await page.getByText('Waiting for the first view').waitFor();
  const report = execFileSync('/bin/sh', ['-c', command], { cwd: folder, env: environment, encoding: 'utf8' });
  expect(report).toMatch(/kept +1\b/);
  await page.getByText('Views arrive: 1 visitor so far.').waitFor();
  await browser.close();
});
