import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../../test/git-fixture.ts';
import type { AgentHistory } from '../../docs-agent.ts';
import { createHistoryTool } from './history.ts';
import { createTreeAccess } from './tree-access.ts';

const folder = temporaryFolder();
beforeAll(() => {
  writeFiles(folder.path, { 'docs/a.md': '# A\n' });
});
afterAll(folder.remove);

const of = (sha: string, subject: string) => ({
  sha: sha.repeat(40),
  day: '2026-01-02',
  author: 'Ada <a@b.io>',
  subject,
});
const fileDiff = (path: string, line: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;

function toolOf(changes: Partial<AgentHistory> = {}) {
  const asked: unknown[] = [];
  const history: AgentHistory = {
    commits: (wanted) => {
      asked.push(wanted);
      return Promise.resolve(
        [of('a', 'Explain \u202eretries, by a@b.example.com'), of('b', 'Begin')].slice(0, wanted.limit),
      );
    },
    lines: (wanted) => {
      asked.push(wanted);
      return Promise.resolve([1, 2, 3].map((line) => ({ line, ...of(line < 3 ? 'a' : 'b', 'Begin') })));
    },
    show: () => Promise.resolve(undefined),
    isShort: () => Promise.resolve(false),
    ...changes,
  };
  const tree = createTreeAccess({ root: folder.path, docsFolder: 'docs', contexts: { api: folder.path } });
  const tool = createHistoryTool({ tree, history });
  const call = async (input: unknown, room?: number) =>
    (await tool.call(input, new AbortController().signal, room)).text;
  return { call, asked };
}

describe('history', () => {
  it('lists commits without addresses of people, with hidden characters as marks', async () => {
    const { call, asked } = toolOf();
    expect((await call({ path: 'docs/a.md' })).split('\n')).toEqual([
      'aaaaaaaaaa 2026-01-02 Ada: Explain ⟦U+202E⟧retries, by',
      'bbbbbbbbbb 2026-01-02 Ada: Begin',
    ]);
    expect(await call({ limit: 1 })).toContain('call again with a larger limit');
    expect(await call({ path: 'docs/gone.md' })).toContain('Begin');
    expect(asked).toEqual([
      { path: 'docs/a.md', isFile: true, limit: 20 },
      { path: '', isFile: false, limit: 1 },
      { path: 'docs/gone.md', isFile: true, limit: 20 },
    ]);
  });

  it('groups the lines of a file by commit', async () => {
    const { call, asked } = toolOf();
    expect((await call({ path: 'docs/a.md', first_line: 1, last_line: 3 })).split('\n')).toEqual([
      'lines 1-2: aaaaaaaaaa 2026-01-02 Ada: Begin',
      'line 3: bbbbbbbbbb 2026-01-02 Ada: Begin',
    ]);
    expect(asked).toEqual([{ path: 'docs/a.md', first: 1, last: 3 }]);
    await expect(call({ path: 'docs', first_line: 1 })).rejects.toThrow('Lines belong to a file');
    await expect(call({ path: 'docs/a.md', first_line: 1, last_line: 900 })).rejects.toThrow('at most 500 lines');
  });

  it('shows a commit without hidden files and addresses, and no more than there is room for', async () => {
    const diff = fileDiff('docs/a.md', 'new') + fileDiff('.env', 'TOKEN=1') + fileDiff('docs/big.md', 'x'.repeat(900));
    const show = () => Promise.resolve({ ...of('c', 'Change'), body: 'Signed-off-by: Ada <ada@example.com>', diff });
    const { call } = toolOf({ show });
    const text = await call({ commit: 'ccccccc' });
    expect(text).toContain('docs/a.md +1 -0');
    expect(text).toContain('+new');
    for (const hidden of ['.env', 'TOKEN', '@']) expect(text.replaceAll('@@', ''), hidden).not.toContain(hidden);
    const short = await call({ commit: 'ccccccc' }, 500);
    expect(short).toContain('1 files are not shown. Set path to see them, starting with docs/big.md');
    expect(await call({ commit: 'ccccccc', path: 'src' })).toContain('no file that you can see');
  });

  it('refuses what is hidden or elsewhere, also where it is not there any more', async () => {
    const { call, asked } = toolOf();
    for (const path of ['.env', 'docs/.env.local', '@context/api/docs', '../x', '.git/config'])
      await expect(call({ path }), path).rejects.toThrow();
    expect(asked).toEqual([]);
  });

  it('says why older commits are missing', async () => {
    const { call } = toolOf({ isShort: () => Promise.resolve(true) });
    expect(await call({ path: 'docs/a.md' })).toMatch(/Older commits are missing, because .* shallow clone\.$/);
    await expect(call({ commit: 'ddddddd' })).rejects.toThrow('shallow clone');
  });
});
