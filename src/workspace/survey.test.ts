import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { beginSurvey, isRepositoryName } from './survey.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
makeBareRepository(folder.path, { 'index.md': 'x\n' });

it.each([
  ...['.git', '.GIT', '.git.', '.git ', '.git . .', '.git:x', '.git::$INDEX_ALLOCATION', 'git~1', 'GIT~1.', '.git\\x'],
  ...['.g\u200cit', '\u200e.git', '.gi\u206ft', '.git\ufeff', '\u202a.Git'],
  ...['.gitignore', '.github', 'git', 'git~2', '.gi', 'a.git', '.git_', '.g\u0301it', '.git-x', 'ġit', '.g\u200bit'],
])('takes %j for a repository as git does', (name) => {
  const settings = ['-c', 'core.protectHFS=true', '-c', 'core.protectNTFS=true'];
  const record = `100644 ${git(folder.path, ['rev-parse', 'main:index.md'])}\t${name}/x\0`;
  let isRefused = false;
  try {
    git(folder.path, [...settings, 'update-index', '-z', '--add', '--index-info'], record);
  } catch {
    isRefused = true;
  }
  // Git ignores what it refuses here, with a message.
  isRefused ||= git(folder.path, ['ls-files', '-z', '--', `:(literal)${name}/x`]) === '';
  expect(isRepositoryName(Buffer.from(name).toString('latin1'))).toBe(isRefused);
});

it('gives no stamp to a file that may change again in the same tick of the clock', async () => {
  const [clock, page] = [join(folder.path, 'clock'), join(folder.path, 'page.md')];
  const survey = beginSurvey(clock);
  writeFileSync(page, 'page\n');
  expect(await survey.stampOf(page)).toBeUndefined();
  await expect.poll(() => beginSurvey(clock).stampOf(page)).toMatch(/^\d+ 5 /);
});
