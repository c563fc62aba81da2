import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../test/git-fixture.ts';
import { createHistory } from './history.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const never = new AbortController().signal;

const repository = join(folder.path, 'docs.git');
makeBareRepository(repository, { 'docs/old.md': 'one\ntwo\nthree\n', 'other.md': 'x\n' });
const first = git(repository, ['rev-parse', 'main']);
git(repository, ['update-ref', 'refs/heads/topic', first]);
const second = pushFiles(
  repository,
  'main',
  { 'docs/old.md': 'one\n2\nthree\n' },
  'Count\tin figures\n\nWhy: <a@b.example>',
);
const elsewhere = pushFiles(repository, 'topic', { 'other.md': 'secret plan\n' }, 'Not merged');
const renamed = (() => {
  const clone = join(folder.path, 'clone');
  git(folder.path, ['clone', '--quiet', repository, clone]);
  git(clone, ['mv', 'docs/old.md', 'docs/[new].md']);
  git(clone, ['commit', '--quiet', '--message=Rename']);
  git(clone, ['push', '--quiet']);
  return git(clone, ['rev-parse', 'HEAD']);
})();
const history = createHistory(repository, renamed);

describe('the history of a base branch', () => {
  it('lists commits, of a file before it was renamed too, without addresses of authors', async () => {
    const commits = await history.commits({ path: 'docs/[new].md', isFile: true, limit: 9 }, never);
    expect(commits.map(({ sha }) => sha)).toEqual([renamed, second, first]);
    expect(commits[1]).toMatchObject({
      author: 'Ada',
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      subject: 'Count in figures',
    });
    expect(JSON.stringify(commits)).not.toContain('@');
    const [newest, ...more] = await history.commits({ path: '', isFile: false, limit: 1 }, never);
    expect([newest?.sha, more]).toEqual([renamed, []]);
    expect(await history.commits({ path: 'other.md', isFile: true, limit: 9 }, never)).toHaveLength(1);
    expect(await history.commits({ path: 'docs/*', isFile: true, limit: 9 }, never)).toEqual([]);
  });

  it('says which commit wrote a line', async () => {
    const lines = await history.lines({ path: 'docs/[new].md', first: 1, last: 2 }, never);
    expect(lines.map(({ line, sha, subject }) => [line, sha, subject])).toEqual([
      [1, first, 'First'],
      [2, second, 'Count\tin figures'],
    ]);
    await expect(history.lines({ path: 'other.md', first: 5, last: 6 }, never)).rejects.toThrow('has only 1 line');
  });

  it('shows a commit with its change, and none of another branch', async () => {
    const shown = await history.show({ commit: second.slice(0, 8), path: '' }, never);
    expect(shown).toMatchObject({ sha: second, body: 'Why: <a@b.example>' });
    expect(shown?.diff).toContain('-two\n+2\n');
    expect((await history.show({ commit: first, path: 'docs' }, never))?.diff).not.toContain('other.md');
    for (const commit of [elsewhere, 'f'.repeat(40), 'abcdef1', '--all'])
      expect(await history.show({ commit, path: '' }, never), commit).toBeUndefined();
  });

  it('knows where it is short', async () => {
    expect(await history.isShort(never)).toBe(false);
    const shallow = join(folder.path, 'shallow.git');
    git(folder.path, ['clone', '--quiet', '--bare', '--depth=1', `file://${repository}`, shallow]);
    const short = createHistory(shallow, renamed);
    expect(await short.isShort(never)).toBe(true);
    expect(await short.commits({ path: '', isFile: false, limit: 9 }, never)).toHaveLength(1);
    expect(await short.show({ commit: first, path: '' }, never)).toBeUndefined();
  });
});
