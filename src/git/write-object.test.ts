import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { commitContent, writeObject } from './write-object.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
makeBareRepository(folder.path, { 'index.md': 'x\n' });

it('stores what git reads and finds whole', async () => {
  const text = 'ü\0'.repeat(10_000);
  const sha = await writeObject(folder.path, 'blob', Buffer.from(text));
  expect(sha).toBe(git(folder.path, ['hash-object', '--stdin'], text));
  expect(git(folder.path, ['cat-file', 'blob', sha])).toBe(text);
  git(folder.path, ['fsck', '--strict', '--full']);
});

it('makes an object that is there count as new', async () => {
  const content = Buffer.from('again');
  const sha = await writeObject(folder.path, 'blob', content);
  const file = join(folder.path, 'objects', sha.slice(0, 2), sha.slice(2));
  utimesSync(file, 1, 1);
  expect(await writeObject(folder.path, 'blob', content)).toBe(sha);
  expect(statSync(file).mtimeMs).toBeGreaterThan(1_000);
});

it.each([
  ['Docwright', 'docwright@localhost', 'One line\n'],
  ['Ada\rLovelace', 'a@b', 'Subject\n'],
  [' <Ada>, "the first". ', 'a@b\n', 'Subject\n\nBody ü\n'],
])('makes the commit that git commit-tree makes of %j', async (name, email, message) => {
  const parent = git(folder.path, ['rev-parse', 'main']);
  const tree = git(folder.path, ['rev-parse', 'main^{tree}']);
  const content = commitContent({ tree, parent, author: { name, email }, dateSeconds: 1_700_000_000, message });
  const environment = {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: '@1700000000 +0000' },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: '@1700000000 +0000' },
  };
  const expected = git(folder.path, ['commit-tree', tree, '-p', parent], message, environment);
  expect(await writeObject(folder.path, 'commit', content)).toBe(expected);
});
