import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { GitBranchBlocked, GitBranchLocked } from './errors.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const signal = new AbortController().signal;
const headBranch = 'docwright/change-1';

let counter = 0;
function setting() {
  counter += 1;
  const dataDirectory = join(folder.path, `data-${counter}`);
  const repository = join(dataDirectory, 'repositories', 'docs.git');
  makeBareRepository(repository, { 'index.md': '# Docs\n' });
  const remote = { url: repository, authorizationHeader: undefined, isLocalPath: true };
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  const request = { jobId: 'job_1', remote, baseBranch: 'main', headBranch, resumeFrom: undefined };
  return {
    inTheWayOf: async (name: string) =>
      (await workspaces.findBranches({ remote, baseBranch: 'main', headBranch: name }, signal)).inTheWay,
    open: () => workspaces.open(request, signal),
    remote,
    branch: (name: string) => git(repository, ['branch', name, 'main']),
    branches: () => git(repository, ['for-each-ref', '--format=%(refname:short)', 'refs/heads']).split('\n'),
    /** What a git process that was killed leaves; answers how to remove it. */
    lock: (name: string) => {
      const path = join(repository, 'refs/heads', `${name}.lock`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      return () => {
        rmSync(path);
      };
    },
  };
}

describe('a branch that is to be made', () => {
  it('has another one in the way that is a folder above it, or lies below it', async () => {
    const { inTheWayOf, branch } = setting();
    branch('other/docwright');
    branch('docwright-more');
    expect(await inTheWayOf(headBranch)).toBeUndefined();
    branch('docwright');
    expect(await inTheWayOf(headBranch)).toBe('docwright');
    expect(await inTheWayOf('docwright-change-1')).toBeUndefined();
    expect(await inTheWayOf('other')).toBe('other/docwright');
    // The branch itself is one to go on with.
    expect(await inTheWayOf('docwright')).toBeUndefined();
  });

  it('is tried, and leaves nothing behind', async () => {
    const { open, remote, branches } = setting();
    const workspace = await open();
    await workspace.tryBranch(remote, signal);
    expect(branches()).toEqual(['main']);
    await workspace.dispose();
  });

  it('whose lock stays is reported as that, and is made once the lock is gone', async () => {
    const { open, remote, lock, branches } = setting();
    const workspace = await open();
    const remove = lock(headBranch);
    const error: unknown = await workspace.tryBranch(remote, signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitBranchLocked);
    const message = expect.stringContaining(`${headBranch}.lock`) as string;
    expect(error).toMatchObject({ facts: { retryable: false }, message });
    remove();
    await workspace.tryBranch(remote, signal);
    expect(branches()).toEqual(['main']);
    await workspace.dispose();
  });

  it('that another one blocks meanwhile is named with that one', async () => {
    const { open, remote, branch } = setting();
    const workspace = await open();
    branch('docwright');
    await expect(workspace.tryBranch(remote, signal)).rejects.toThrow(GitBranchBlocked);
    await expect(workspace.tryBranch(remote, signal)).rejects.toThrow('has a branch docwright.');
    await workspace.dispose();
  });
});
