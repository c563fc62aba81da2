import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/command-line.ts';
import { git, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const clone = join(folder.path, 'clone');
const page = join(folder.path, 'page.html');
const asked = join(folder.path, 'asked');

async function evaluate(...args: readonly string[]) {
  const env = {
    PATH: process.env['PATH'],
    NO_COLOR: '1',
    DOCWRIGHT_SCRIPTED_TRANSCRIPT: join(folder.path, 'none.json'),
  };
  const { code, out, error } = await runCommand(['eval', clone, ...args], { env });
  return { status: code, stdout: out, stderr: error };
}

function commitAll(message: string): void {
  git(clone, ['add', '.']);
  git(clone, ['commit', '--quiet', `--message=${message}`]);
}

beforeAll(() => {
  const finish = { tool: 'finish', input: { title: 'Nothing to do', summary: 'Nothing.', no_change: 'not_needed' } };
  writeFiles(folder.path, {
    'none.json': JSON.stringify({ description: 'Changes nothing.', turns: [{ calls: [finish] }] }),
  });
  git(folder.path, ['init', '--quiet', clone]);
  writeFiles(clone, { 'site/docs/guide.md': '# Guide\n', 'README.md': '# Title\n' });
  commitAll('Begin the documentation');
  writeFiles(clone, { 'site/docs/guide.md': '# The guide\n' });
  commitAll('Say which guide it is');
});

describe('docwright eval', () => {
  it('takes the folder of the documentation however it is written', async () => {
    for (const docs of ['./site/docs/', '.']) {
      const { status, stdout } = await evaluate('--list', '--docs', docs);
      expect(status).toBe(0);
      expect(stdout).toContain('Say which guide it is');
    }
    expect((await evaluate('--list', '--docs', 'sit')).stderr).toContain('No merged change');
  });

  it('asks no model when the page of results could not be written', async () => {
    const { status, stdout, stderr } = await evaluate('--model', 'scripted/none', '--page', join(asked, 'page.html'));
    expect(stderr).toContain('page.html cannot be written (ENOENT)');
    expect(stderr).not.toContain('finished');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(existsSync(asked)).toBe(false);
  });

  it('shows what was played, whatever ends the run', async () => {
    // No disk takes a name of 300 characters, so what stood before the older change has no working copy.
    const blob = git(clone, ['hash-object', '-w', '--stdin'], 'x\n');
    git(clone, ['update-index', '--add', '--cacheinfo', `100644,${blob},${'x'.repeat(300)}.md`]);
    git(clone, ['commit', '--quiet', '--message=Add a page with a long name']);
    git(clone, ['rm', '--quiet', '--cached', `${'x'.repeat(300)}.md`]);
    git(clone, ['commit', '--quiet', '--message=Take the page with a long name away']);
    writeFiles(clone, { 'site/docs/guide.md': '# The best guide\n' });
    commitAll('Say how good the guide is');
    const { status, stdout, stderr } = await evaluate('--model', 'scripted/none', '--limit', '2', '--page', page);
    expect(stdout).toContain('Say how good the guide is');
    expect(stdout).not.toContain('Take the page');
    expect(stderr).toContain('Stopped after 1 of 2 cases.');
    expect(status).toBe(1);
    expect(readFileSync(page, 'utf8')).toContain('Say how good the guide is');
  });

  it('names what the scripted model plays when there is none of that name', async () => {
    const { status, stderr } = await evaluate('--model', 'scripted/other');
    expect(stderr).toContain('DOCWRIGHT_SCRIPTED_TRANSCRIPT names the file <name>.json');
    expect(status).toBe(1);
  });
});
