import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';

const asStranger = join(import.meta.dirname, '../.ci/as-stranger');
let home: string;
let planted: string;

beforeAll(() => {
  home = mkdtempSync('/var/tmp/docwright-home-');
  writeFileSync(join(home, 'planted-at-home'), '');
  planted = mkdtempSync('/tmp/docwright-planted-');
});
afterAll(() => {
  rmSync(home, { recursive: true });
  rmSync(planted, { recursive: true });
});

/** Runs a line of shell as a stranger, for a user who has something in /tmp, at home and in the environment. */
async function run(context: TestContext, command: string) {
  const env = { ...process.env, HOME: home, DOCWRIGHT_SECRET: 'planted-in-environment' };
  const result = await promisify(execFile)(asStranger, ['bash', '-c', command], { env }).then(
    (said) => ({ code: 0, ...said }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  if (result.stderr.includes('no namespaces here')) context.skip('this machine allows no namespaces');
  return result;
}

it('hides what lies in /tmp and at home, and what the environment says', async (context) => {
  const { code, stdout } = await run(context, `ls -A /tmp "$HOME" ${home} && ls -A && id -u && env`);
  expect(code).toBe(0);
  expect(stdout).toContain('package.json');
  expect(stdout).toContain('HOME=/home/new');
  expect(stdout).not.toMatch(/planted|node_modules$/m);
  expect(stdout).not.toContain(basename(planted));
  expect(stdout).not.toMatch(/^0$/m);
});

it('fails when something is left in /tmp, and names it', async (context) => {
  const { code, stderr } = await run(context, 'touch /tmp/forgotten');
  expect(code).toBe(1);
  expect(stderr).toContain('left behind in /tmp:\nforgotten');
});

it('ends with the code of the command, and ends what the command left running', async (context) => {
  // Between fork and exec it still has the name of the shell.
  const command = 'sleep 1000 & until grep -qa ^sleep /proc/$!/cmdline; do :; done; exit 3';
  const { code, stderr } = await run(context, command);
  expect(code).toBe(3);
  expect(stderr).toContain('still running at the end: sleep 1000');
});

it('removes what a run that was killed left behind, and nothing of one that lives', async (context) => {
  const dead = mkdtempSync('/var/tmp/stranger-');
  const living = mkdtempSync('/var/tmp/stranger-');
  for (const place of [dead, living]) writeFileSync(join(place, 'held'), '');
  const holder = spawn('flock', [join(living, 'held'), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    // It is held once its reader answers.
    holder.stdin.write('held\n');
    await once(holder.stdout, 'data');
    await run(context, 'true');
    expect([existsSync(dead), existsSync(living)]).toEqual([false, true]);
  } finally {
    holder.stdin.end();
    await once(holder, 'close');
    for (const place of [dead, living]) rmSync(place, { recursive: true, force: true });
  }
});

it('has a folder for what is temporary that is removed after the last test', () => {
  expect(basename(tmpdir())).toMatch(/^docwright-tests-/);
});
