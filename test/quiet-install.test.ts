import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const run = promisify(execFile);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-npmrc-'));
  cpSync(join(import.meta.dirname, '../.npmrc'), join(folder, '.npmrc'));
  mkdirSync(join(folder, 'demanding'));
  const demanding = { name: 'demanding', version: '1.0.0', engines: { node: '>=99' } };
  writeFileSync(join(folder, 'demanding', 'package.json'), JSON.stringify(demanding));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { demanding: 'file:demanding' } }));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function install(...options: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const { stderr } = await run('npm', ['install', '--offline', '--no-audit', ...options], { cwd: folder, env });
  return stderr;
}

it('installs in a clone without a word about packages that want a newer Node than the one npm runs under', async () => {
  expect(await install()).toBe('');
  rmSync(join(folder, 'node_modules'), { recursive: true });
  expect(await install('--loglevel=warn')).toContain('EBADENGINE');
});
