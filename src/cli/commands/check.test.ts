import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/command-line.ts';
import { git, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

async function docwright(...args: readonly string[]) {
  const { code, out, error } = await runCommand(args, { env: { PATH: process.env['PATH'], NO_COLOR: '1' } });
  return { status: code, stdout: out, stderr: error };
}

beforeAll(() => {
  writeFiles(folder.path, {
    'README.md': '# Title\n\n[gone](old.md) [case](Guide.md)\n',
    'guide.md': '# Guide\n\n![](logo.png)\n',
    'logo.png': 'PNG',
  });
  git(folder.path, ['init', '--quiet', '--initial-branch=main']);
  git(folder.path, ['add', '.']);
  git(folder.path, ['commit', '--quiet', '--message=first']);
});

describe('docwright check', () => {
  it('reports for people and fails on errors', async () => {
    const { status, stdout } = await docwright('check', folder.path);
    expect(stdout).toContain(
      'README.md\n       3:1  error    `old.md` does not resolve: there is no page or file at old.md.',
    );
    expect(stdout).toContain('2 pages of markdown: 2 errors, 0 warnings, 1 notice');
    expect(status).toBe(1);
    expect((await docwright('check', folder.path, '--fail-on', 'never')).status).toBe(0);
  });

  it('charges a change only with what it brought', async () => {
    expect(await docwright('check', folder.path, '--base', 'main')).toMatchObject({
      status: 0,
      stdout: '2 pages of markdown: nothing found; 3 more existed before\n',
    });
    writeFiles(folder.path, { 'new.md': '[nowhere](nowhere.md)\n' });
    const { status, stdout } = await docwright('check', folder.path, '--base', 'main', '--format', 'github');
    expect(stdout).toBe(
      '::error file=new.md,line=1,col=1,title=broken-link::`nowhere.md` does not resolve: there is no page or file at nowhere.md.\n',
    );
    expect(status).toBe(1);
  });

  it('speaks JSON and SARIF', async () => {
    const report = JSON.parse((await docwright('check', folder.path, '--json')).stdout) as {
      findings: { rule: string }[];
    };
    const rules = ['broken-link', 'broken-link', 'broken-link', 'missing-alt'];
    expect(report.findings.map(({ rule }) => rule)).toEqual(rules);
    const sarif = JSON.parse((await docwright('check', folder.path, '--format', 'sarif')).stdout) as {
      runs: { results: { ruleId: string }[] }[];
    };
    expect(sarif.runs[0]?.results.map(({ ruleId }) => ruleId)).toEqual(rules);
  });

  it('asks the build that is installed, apart from everything, and merges what it says', async ({ skip }) => {
    const site = temporaryFolder();
    const program = `#!/usr/bin/env node
      const { existsSync } = require('node:fs');
      console.log('(!) Found dead link ./gone in file index.md');
      console.log('(!) Found dead link ./' + (existsSync(${JSON.stringify(site.path)}) ? 'seen' : 'apart') + ' in file index.md');
      process.exit(1);`;
    writeFiles(site.path, {
      '.vitepress/config.ts': 'export default {};\n',
      'index.md': '[a](./gone)\n',
      'node_modules/.bin/vitepress': program,
    });
    chmodSync(join(site.path, 'node_modules/.bin/vitepress'), 0o755);
    const { status, stdout, stderr } = await docwright('check', site.path, '--with-build', '--json');
    site.remove();
    // A build runs in a sandbox alone, and a machine may have none.
    const unavailable = /^.*\bis not available here\b.*$/mu.exec(stderr)?.[0];
    skip(unavailable !== undefined, unavailable);
    expect(stderr).toContain('Asking vitepress of .vitepress/config.ts');
    const { findings } = JSON.parse(stdout) as { findings: { rule: string; message: string; saidBy: string[] }[] };
    expect(findings.map(({ rule, saidBy }) => `${rule} ${saidBy.join('+')}`)).toEqual([
      'build-failed vitepress',
      'broken-link docwright+vitepress',
    ]);
    expect(findings[0]?.message).toBe('vitepress says: ./apart: broken.');
    expect(status).toBe(1);
    expect((await docwright('check', site.path, '--with-build', '--base', 'main')).stderr).toContain(
      'leave out --base',
    );
  });

  it('explains a rule, and begins with what there is', async () => {
    expect(await docwright('check', '--explain', 'empty-link')).toMatchObject({
      status: 0,
      stdout:
        'empty-link (error): finds a link without an address.\nExample: `[Install]()`\n' +
        'Fix: Write the address between the parentheses, or remove the link.\nSee https://spec.commonmark.org/0.31.2/#links\n',
    });
    const baseline = `${folder.path}-baseline.json`;
    const first = await docwright('check', folder.path, '--baseline', baseline, '--summary');
    expect(first).toMatchObject({ status: 0, stderr: `Written: ${baseline}\n` });
    expect(first.stdout).toMatch(/nothing found on \d+ pages\. \d+ findings existed before\./u);
    rmSync(baseline);
  });

  it('puts right what has one right answer', async () => {
    const { stderr, stdout } = await docwright('check', folder.path, '--fix');
    expect(stderr).toBe('Fixed: 1\n');
    expect(readFileSync(join(folder.path, 'README.md'), 'utf8')).toBe('# Title\n\n[gone](old.md) [case](./guide.md)\n');
    expect(stdout).toContain('2 errors');
  });

  it('follows .docwright/check.yml, and names what is wrong in it', async () => {
    writeFiles(folder.path, {
      '.docwright/check.yml':
        'ignore: [new.md]\nrules:\n  missing-alt: error\nsilence:\n  - rule: broken-link\n    match: old.md\n    reason: the page comes back next week\n',
    });
    expect((await docwright('check', folder.path)).stdout).toContain('1 error, 0 warnings, 0 notices');
    writeFiles(folder.path, { '.docwright/check.yml': 'rules:\n  broken-lunk: off\n' });
    expect((await docwright('check', folder.path)).stdout).toContain('unknown rule broken-lunk');
  });

  it('refuses what it cannot use', async () => {
    expect(await docwright('check', join(folder.path, 'none'))).toMatchObject({ status: 2 });
    writeFiles(folder.path, { 'built/site/index.html': '<p>no source</p>\n' });
    const nothing = await docwright('check', join(folder.path, 'built'));
    expect(nothing).toMatchObject({ status: 2, stdout: '' });
    expect(nothing.stderr).toContain('has no pages to check');
    const unknown = await docwright('check', folder.path, '--base', 'nowhere');
    expect(unknown).toMatchObject({ status: 2 });
    expect(unknown.stderr).toContain('Git cannot find "nowhere" in this repository.');
  });

  it('asks about external links only when told to, and about private hosts only with leave', async () => {
    const links = temporaryFolder();
    writeFiles(links.path, { 'a.md': '[a](http://127.0.0.1:1/) [b](http://[::1]:1/)\n' });
    expect((await docwright('check', links.path)).stdout).toBe('1 page of markdown: nothing found\n');
    const { stdout, stderr } = await docwright('check', links.path, '--external', '--format', 'github');
    expect(stderr).toContain('Requesting 2 external links on 2 hosts');
    expect(stdout).toContain('`http://127.0.0.1:1/` was not requested because it is not on the public internet');
    expect(stdout).toContain('`http://[::1]:1/` was not requested because it is not on the public internet');
    expect((await docwright('check', links.path, '--allow-private')).status).toBe(2);
    links.remove();
  });
});
