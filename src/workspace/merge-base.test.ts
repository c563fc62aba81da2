import { afterEach, beforeEach, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { UnsafeName } from './errors.ts';
import type { MergeBaseRequest, Workspaces } from './workspace.ts';

const signal = new AbortController().signal;
const trailer = 'Docwright-Job: job_1';
let folder: ReturnType<typeof temporaryFolder>;
let origin: string;
let workspaces: Workspaces;

beforeEach(() => {
  folder = temporaryFolder();
  origin = `${folder.path}/repositories/docs.git`;
  makeBareRepository(origin, { 'a.md': 'one\n' });
  git(origin, ['branch', 'docwright/a', 'main']);
  pushFiles(origin, 'docwright/a', { 'b.md': 'ours\n' }, `Add b\n\n${trailer}`);
  workspaces = createWorkspaces({ dataDirectory: folder.path, logger: silentLogger });
});
afterEach(() => {
  folder.remove();
});

const tip = (branch: string) => git(origin, ['rev-parse', branch]);
const request = (more: Partial<MergeBaseRequest> = {}): MergeBaseRequest => ({
  remote: { url: origin, authorizationHeader: undefined, isLocalPath: true },
  baseBranch: 'main',
  headBranch: 'docwright/a',
  headSha: tip('docwright/a'),
  trailer,
  dateSeconds: 1_700_000_000,
  ...more,
});
const merge = (more: Partial<MergeBaseRequest> = {}) => workspaces.mergeBase(request(more), signal);

it('merges a base that moved, again and again, and keeps the commits as they are', async () => {
  expect(await merge()).toEqual({ kind: 'current' });
  for (const name of ['c.md', 'd.md']) {
    pushFiles(origin, 'main', { [name]: 'theirs\n' }, 'Theirs');
    const before = tip('docwright/a');
    expect(await merge()).toEqual({ kind: 'merged', headSha: tip('docwright/a') });
    expect(git(origin, ['log', '-1', '--format=%P%n%B', 'docwright/a'])).toBe(
      `${before} ${tip('main')}\nMerge branch 'main' into docwright/a\n\n${trailer}`,
    );
  }
  expect(git(origin, ['diff', '--name-only', 'main', 'docwright/a'])).toBe('b.md');
  expect(await merge()).toEqual({ kind: 'current' });
});

it('changes nothing where both sides changed the same lines', async () => {
  pushFiles(origin, 'main', { 'b.md': 'theirs\n' }, 'Theirs');
  const before = tip('docwright/a');
  expect(await merge()).toEqual({ kind: 'conflict', paths: ['b.md'] });
  expect(tip('docwright/a')).toBe(before);
});

it('changes nothing where others pushed, before or after the head that is known', async () => {
  pushFiles(origin, 'main', { 'c.md': 'theirs\n' }, 'Theirs');
  const known = tip('docwright/a');
  pushFiles(origin, 'docwright/a', { 'x.md': 'a person\n' }, 'A person, who writes of Docwright-Job: job_1 in words');
  const theirs = tip('docwright/a');
  expect(await merge({ headSha: known })).toEqual({ kind: 'moved' });
  expect(await merge()).toEqual({ kind: 'foreign' });
  pushFiles(origin, 'docwright/a', { 'y.md': 'ours\n' }, `Ours again\n\n${trailer}`);
  expect(await merge()).toEqual({ kind: 'foreign' });
  expect(git(origin, ['rev-parse', 'docwright/a^'])).toBe(theirs);
});

it('reads the tip of a branch', async () => {
  const { remote } = request();
  expect(await workspaces.readTip({ remote, branch: 'main' }, signal)).toBe(tip('main'));
  expect(await workspaces.readTip({ remote, branch: 'none' }, signal)).toBeUndefined();
  await expect(workspaces.readTip({ remote, branch: '--upload-pack=x' }, signal)).rejects.toThrow(UnsafeName);
  await expect(merge({ headBranch: 'main' })).rejects.toThrow(UnsafeName);
});
