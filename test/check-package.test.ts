import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from './git-fixture.ts';

/** What npm would publish as `@docwright/check`, beside nothing but the packages that it names. */

const root = join(import.meta.dirname, '..');
const { path: folder, remove } = temporaryFolder();
const modules = join(folder, 'node_modules');
const installed = join(modules, '@docwright/check');

beforeAll(async () => {
  const pack = ['pack', '-w', 'check', '--ignore-scripts=false', '--pack-destination', folder, '--silent'];
  const archive = execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }).trim().split('\n').at(-1) ?? '';
  mkdirSync(installed, { recursive: true });
  await extract({ file: join(folder, archive), cwd: installed, strip: 1 });
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  const spec = 'openapi: 3.1.0\ninfo: { title: A }\npaths: {}\n';
  writeFiles(join(folder, 'site'), {
    'README.md': '[gone](gone.md)\n',
    'page.md': '---\ntitle: [\n---\n',
    'openapi.yaml': spec,
  });
});
afterAll(remove);

it('checks a folder by its command', () => {
  const command = join(installed, 'dist/bin.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, join(folder, 'site'), '--json'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { findings: { rule: string }[] };
  expect(findings.map(({ rule }) => rule)).toEqual(['broken-link', 'frontmatter-syntax', 'openapi-invalid']);
  expect(status).toBe(1);
});

it('checks from a program', () => {
  const program = `
    import { createCheckApart, createFolderTree } from '@docwright/check';
    const checker = createCheckApart();
    const { findings } = await checker.check({ tree: createFolderTree('site') });
    await checker.close();
    console.log(findings.length);`;
  writeFiles(folder, { 'program.mjs': program });
  expect(execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' })).toBe('3\n');
});

it('refuses what it cannot use', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(installed, 'dist/bin.js'), join(folder, 'none')], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 2, stderr: `error: [dir]: ${join(folder, 'none')} is not a folder\n` });
});
