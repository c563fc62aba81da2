import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { GitBranchBlocked, GitBranchLocked, GitPushDeclined } from './errors.ts';

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
    inTheWayOf: (name: string) => workspaces.branchInTheWay({ remote, headBranch: name }, signal),
    open: () => workspaces.open(request, signal),
    remote,
    branch: (name: string) => git(repository, ['branch', name, 'main']),
    branches: () => git(repository, ['for-each-ref', '--format=%(refname:short)', 'refs/heads']).split('\n'),
    hook: (script: string) => {
      mkdirSync(join(repository, 'hooks'), { recursive: true });
      writeFileSync(join(repository, 'hooks', 'pre-receive'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
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

  it('is refused by a hook before anything is done', async () => {
    const { open, remote, hook } = setting();
    hook('echo "names must begin with team/" >&2; exit 1');
    const workspace = await open();
    await expect(workspace.tryBranch(remote, signal)).rejects.toThrow(GitPushDeclined);
    await workspace.dispose();
  });

  it('whose lock stays is reported as that, and one whose lock goes is made', async () => {
    const { open, remote, hook, branches } = setting();
    const locked = `echo "error: cannot lock ref 'refs/heads/x': Unable to create 'x.lock': File exists." >&2; exit 1`;
    hook(locked);
    const workspace = await open();
    const error: unknown = await workspace.tryBranch(remote, signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitBranchLocked);
    expect(error).toMatchObject({ facts: { retryable: false }, message: expect.stringContaining('x.lock') as string });
    hook(`[ -e tried ] || { touch tried; ${locked}; }`);
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
