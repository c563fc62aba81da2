import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { GitFailed } from '../git/errors.ts';
import { archiveTree } from './archive-tree.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { GitBranchNotFound, GitHeadConflict, SnapshotUnusable } from './errors.ts';
import type { Workspace, WorkspaceRequest } from './workspace.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const signal = new AbortController().signal;
const crlfPage = 'Title\r\n\r\nTwo blanks  \r\n';

let counter = 0;
interface Setting {
  readonly dataDirectory: string;
  readonly repository: string;
  readonly request: WorkspaceRequest;
  open(more?: Partial<WorkspaceRequest>): Promise<Workspace>;
}
function setting(): Setting {
  counter += 1;
  const dataDirectory = join(folder.path, `data-${counter}`);
  const repository = join(dataDirectory, 'repositories', 'docs.git');
  makeBareRepository(repository, {
    'index.md': '# Docs\n',
    'guide/crlf.md': crlfPage,
    'guide/läuft.md': 'Umlaut\n',
    '.gitattributes': '*.md text eol=crlf\n',
  });
  const request: WorkspaceRequest = {
    jobId: 'job_1',
    remote: { url: repository, authorizationHeader: undefined, isLocalPath: true },
    baseBranch: 'main',
    headBranch: 'docwright/change-1',
    resumeFrom: undefined,
  };
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  return { dataDirectory, repository, request, open: (more = {}) => workspaces.open({ ...request, ...more }, signal) };
}
const remoteOf = ({ request }: Setting): WorkspaceRequest['remote'] => request.remote;
const commitRequest = { message: 'Change the docs', dateSeconds: 1_700_000_000 };

describe('opening', () => {
  it('checks out the base branch, byte for byte, with no .git to be seen', async () => {
    const here = setting();
    const workspace = await here.open();
    expect(readdirSync(workspace.root).sort()).toEqual(['.gitattributes', 'guide', 'index.md']);
    expect(readFileSync(join(workspace.root, 'guide/crlf.md'), 'utf8')).toBe(crlfPage);
    expect(workspace.baseSha).toBe(git(here.repository, ['rev-parse', 'main']));
    expect(workspace.remoteHeadSha).toBeUndefined();
    await workspace.dispose();
    expect(existsSync(workspace.root)).toBe(false);
  });

  it('names a base branch that does not exist', async () => {
    await expect(setting().open({ baseBranch: 'trunk' })).rejects.toThrow(GitBranchNotFound);
  });

  it('goes on from the head branch when it exists, and compares with where it left the base', async () => {
    const here = setting();
    const parting = git(here.repository, ['rev-parse', 'main']);
    git(here.repository, ['branch', here.request.headBranch, 'main']);
    const head = pushFiles(here.repository, here.request.headBranch, { 'new.md': 'new\n' }, 'Head');
    pushFiles(here.repository, 'main', { 'others.md': 'others\n' }, 'Others');
    const workspace = await here.open();
    expect(workspace.remoteHeadSha).toBe(head);
    expect(workspace.baseSha).toBe(parting);
    expect((await (await workspace.stage()).files()).map(({ path }) => path)).toEqual(['new.md']);
    await workspace.dispose();
  });

  it('starts at the ref of a pull request, where there is one', async () => {
    const here = setting();
    const head = pushFiles(here.repository, 'fork', { 'new.md': 'new\n' }, 'Head');
    git(here.repository, ['update-ref', 'refs/pull/1/head', head]);
    git(here.repository, ['update-ref', 'refs/pull/12/head', 'main']);
    const headBranch = 'docwright/review-1-head';
    const workspace = await here.open({ headBranch, headRef: 'refs/pull/1/head' });
    expect([workspace.remoteHeadSha, workspace.startSha]).toEqual([head, head]);
    expect(readdirSync(workspace.root)).toContain('new.md');
    await workspace.dispose();
    const missing = await here.open({ headBranch, headRef: 'refs/pull/2/head' });
    expect(missing.remoteHeadSha).toBeUndefined();
    await missing.dispose();
  });

  it('follows a branch that makes way for a folder of branches', async () => {
    const here = setting();
    git(here.repository, ['branch', 'next', 'main']);
    await (await here.open({ baseBranch: 'next' })).dispose();
    git(here.repository, ['branch', '-D', 'next']);
    git(here.repository, ['branch', 'next/one', 'main']);
    await (await here.open({ baseBranch: 'next/one' })).dispose();
  });

  it('serves many jobs of one repository at once', async () => {
    const here = setting();
    const open = await Promise.all(
      Array.from({ length: 8 }, (_, index) => here.open({ jobId: `job_${index}`, headBranch: `docwright/${index}` })),
    );
    for (const [index, workspace] of open.entries()) writeFileSync(join(workspace.root, 'index.md'), `${index}\n`);
    const diffs = await Promise.all(open.map(async (workspace) => (await workspace.stage()).diff()));
    expect(diffs.every((diff, index) => diff.includes(`+${index}\n`))).toBe(true);
    await Promise.all(open.map((workspace) => workspace.dispose()));
  });
});

describe('reading the base', () => {
  it('finds a file behind links of the repository, and nothing behind those that lead out of it or nowhere', async () => {
    const here = setting();
    const links = {
      'AGENTS.md': 'guide/rules.md',
      'guide/rules.md': '../index.md',
      'out.md': '../../outside.md',
      'absolute.md': '/etc/hostname',
      'loop.md': 'loop.md',
      'folder.md': 'guide',
      'gone.md': 'nothing.md',
    };
    const clone = join(folder.path, `links-${counter}`);
    git(folder.path, ['clone', '--quiet', here.repository, clone]);
    for (const [path, target] of Object.entries(links)) symlinkSync(target, join(clone, path));
    git(clone, ['add', '-A']);
    git(clone, ['commit', '--quiet', '-m', 'Links']);
    git(clone, ['push', '--quiet', 'origin', 'HEAD:main']);
    const workspace = await here.open();
    const index = { path: 'index.md', bytes: 7 };
    expect(await workspace.findAtBase('index.md')).toEqual(index);
    const found = await Promise.all(Object.keys(links).map((path) => workspace.findAtBase(path)));
    expect(found).toEqual([index, index, ...Array<undefined>(5).fill(undefined)]);
    expect(await workspace.findAtBase('guide')).toBeUndefined();
    await workspace.dispose();
  });

  it('lists and reads what the base has, whatever the tree says now', async () => {
    const here = setting();
    const workspace = await here.open();
    rmSync(join(workspace.root, 'index.md'));
    expect((await workspace.listAtBase()).sort()).toEqual([
      '.gitattributes',
      'guide/crlf.md',
      'guide/läuft.md',
      'index.md',
    ]);
    const [page, missing, again] = await Promise.all(
      ['index.md', 'nowhere.md', 'guide/crlf.md'].map((path) => workspace.readAtBase(path)),
    );
    expect(Buffer.from(page!).toString()).toBe('# Docs\n');
    expect(missing).toBeUndefined();
    expect(Buffer.from(again!).toString()).toBe(crlfPage);
    await workspace.dispose();
  });
});

describe('changing', () => {
  it('shows a unified diff and the changed files with their sizes', async () => {
    const here = setting();
    const workspace = await here.open();
    writeFileSync(join(workspace.root, 'index.md'), '# Docs\n\nMore.\n');
    writeFileSync(join(workspace.root, 'guide/new page.md'), 'new\n');
    rmSync(join(workspace.root, 'guide/crlf.md'));
    mkdirSync(join(workspace.root, 'moved'));
    writeFileSync(join(workspace.root, 'moved/crlf.md'), crlfPage);
    const diff = await (await workspace.stage()).diff();
    expect(diff).toContain('+More.\n');
    expect(diff).toContain('rename from guide/crlf.md');
    expect(await (await workspace.stage()).files()).toEqual([
      { path: 'guide/new page.md', previousPath: undefined, status: 'added', bytes: 4 },
      { path: 'index.md', previousPath: undefined, status: 'modified', bytes: 14 },
      { path: 'moved/crlf.md', previousPath: 'guide/crlf.md', status: 'renamed', bytes: crlfPage.length },
    ]);
    await workspace.dispose();
  });

  it('stages each state of the tree for itself, also one that it had before', async () => {
    const workspace = await setting().open();
    const write = (text: string) => {
      writeFileSync(join(workspace.root, 'index.md'), text);
    };
    const stage = async () => {
      const staged = await workspace.stage();
      const blobs: string[] = [];
      for await (const { path, after } of staged.blobsChangedHere())
        blobs.push(`${path}: ${Buffer.from(after ?? []).toString()}`);
      return [staged.isStart, (await staged.files()).map(({ path, bytes }) => [path, bytes]), blobs];
    };
    write('one\n');
    const first = await stage();
    expect(first).toEqual([false, [['index.md', 4]], ['index.md: one\n']]);
    write('three\n');
    writeFileSync(join(workspace.root, 'new.md'), 'new\n');
    const second = [
      ['index.md', 6],
      ['new.md', 4],
    ];
    expect(await stage()).toEqual([false, second, ['index.md: three\n', 'new.md: new\n']]);
    rmSync(join(workspace.root, 'new.md'));
    write('one\n');
    expect(await stage()).toEqual(first);
    await workspace.dispose();
  });

  it('says when nothing changed', async () => {
    const workspace = await setting().open();
    expect(await (await workspace.stage()).commit(commitRequest)).toEqual({ sha: workspace.baseSha, empty: true });
    await workspace.dispose();
  });

  it('makes the same commit again on a replay', async () => {
    const here = setting();
    const shas: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const workspace = await here.open();
      writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
      shas.push((await (await workspace.stage()).commit(commitRequest)).sha);
      await workspace.dispose();
    }
    expect(shas[0]).toBe(shas[1]);
    expect(shas[0]).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe('snapshots', () => {
  it('go on in another data directory, even when the base branch moved on', async () => {
    const here = setting();
    const workspace = await here.open();
    writeFileSync(join(workspace.root, 'index.md'), 'half done\n');
    writeFileSync(join(workspace.root, 'new.bin'), Buffer.from([0, 255, 10, 13]));
    const snapshot = await (await workspace.stage()).snapshot();
    expect(await (await workspace.stage()).snapshot()).toBe(snapshot);
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    await workspace.dispose();

    pushFiles(here.repository, 'main', { 'others.md': 'others\n' }, 'Others');
    const otherMachine = setting();
    git(otherMachine.repository, ['fetch', '--quiet', here.repository, '+main:main']);
    const resumed = await otherMachine.open({ resumeFrom: snapshot });
    expect(readFileSync(join(resumed.root, 'new.bin'))).toEqual(Buffer.from([0, 255, 10, 13]));
    expect((await (await resumed.stage()).files()).map(({ path }) => path)).toEqual(['index.md', 'new.bin']);
    expect((await (await resumed.stage()).snapshot()).commit).toBe(snapshot.commit);
    expect((await (await resumed.stage()).commit(commitRequest)).sha).toBe(sha);
    await resumed.dispose();
  });

  it('say when the history they build on is gone', async () => {
    const here = setting();
    const workspace = await here.open();
    const snapshot = await (await workspace.stage()).snapshot();
    await workspace.dispose();
    const unrelated = setting();
    pushFiles(unrelated.repository, 'main', { 'x.md': 'x\n' }, 'Unrelated');
    git(unrelated.repository, ['update-ref', 'refs/heads/main', emptyHistory(unrelated.repository)]);
    await expect(unrelated.open({ resumeFrom: snapshot })).rejects.toThrow(SnapshotUnusable);
  });
});

function emptyHistory(repository: string): string {
  return git(repository, ['commit-tree', 'main^{tree}', '-m', 'Another root']);
}

describe('pushing', () => {
  it('makes the branch, and is a success when the branch has the commit already', async () => {
    const here = setting();
    const workspace = await here.open();
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    const push = { sha, remote: remoteOf(here), expectedRemoteSha: undefined };
    expect(await workspace.push(push, signal)).toEqual({ headSha: sha });
    expect(await workspace.push(push, signal)).toEqual({ headSha: sha });
    expect(git(here.repository, ['rev-parse', here.request.headBranch])).toBe(sha);
    await workspace.dispose();
  });

  it('keeps commits that others pushed to the branch meanwhile', async () => {
    const here = setting();
    git(here.repository, ['branch', here.request.headBranch, 'main']);
    const workspace = await here.open();
    const others = pushFiles(here.repository, here.request.headBranch, { 'others.md': 'others\n' }, 'Others');
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    const { headSha } = await workspace.push(
      { sha, remote: remoteOf(here), expectedRemoteSha: workspace.remoteHeadSha },
      signal,
    );
    expect(git(here.repository, ['rev-parse', here.request.headBranch])).toBe(headSha);
    expect(git(here.repository, ['log', '-1', '--format=%P %an %s', headSha])).toBe(
      `${others} Docwright Change the docs`,
    );
    expect(git(here.repository, ['show', `${headSha}:others.md`])).toBe('others');
    await workspace.dispose();
  });

  it('names the files when others changed the same lines', async () => {
    const here = setting();
    git(here.repository, ['branch', here.request.headBranch, 'main']);
    const workspace = await here.open();
    const others = pushFiles(here.repository, here.request.headBranch, { 'index.md': 'theirs\n' }, 'Others');
    writeFileSync(join(workspace.root, 'index.md'), 'ours\n');
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    const push = workspace.push({ sha, remote: remoteOf(here), expectedRemoteSha: workspace.remoteHeadSha }, signal);
    await expect(push).rejects.toThrow(GitHeadConflict);
    await expect(push).rejects.toThrow('index.md');
    expect(git(here.repository, ['rev-parse', here.request.headBranch])).toBe(others);
    await workspace.dispose();
  });
});

describe('working copies of killed processes', () => {
  let here: Setting;
  let child: ChildProcessWithoutNullStreams | undefined;
  afterAll(() => child?.kill('SIGKILL'));
  beforeAll(() => {
    here = setting();
  });

  it('are removed, those of living ones are not', async () => {
    child = spawn(process.execPath, [
      '--expose-gc',
      '--input-type=module',
      '--eval',
      `import { createWorkspaces } from ${JSON.stringify(join(import.meta.dirname, 'create-workspaces.ts'))};
       import { silentLogger } from ${JSON.stringify(join(import.meta.dirname, '../kernel/logger.ts'))};
       const workspaces = createWorkspaces({ dataDirectory: ${JSON.stringify(here.dataDirectory)}, logger: silentLogger });
       const workspace = await workspaces.open({ ...${JSON.stringify(here.request)}, jobId: 'job_killed' }, new AbortController().signal);
       await (await workspace.stage()).snapshot();
       gc(); // the lock must not hang on an object that nobody holds
       console.log(workspace.root);
       setInterval(() => undefined, 1000);`,
    ]);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const root = line.toString().trim();
    const living = await here.open({ jobId: 'job_alive', headBranch: 'docwright/2' });
    const workspaces = createWorkspaces({ dataDirectory: here.dataDirectory, logger: silentLogger });

    expect(await workspaces.removeStale(signal)).toBe(0);
    expect(existsSync(root)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(await workspaces.removeStale(signal)).toBe(1);
    expect(existsSync(root)).toBe(false);
    expect(existsSync(living.root)).toBe(true);
    await living.dispose();
  });
});

describe('an archive', () => {
  const unpack = async (archive: Readable): Promise<string> => {
    const target = mkdtempSync(join(folder.path, 'unpacked-'));
    execFileSync('tar', ['-x', '-f', '-', '-C', target], { input: Buffer.concat(await archive.toArray()) });
    return target;
  };

  it('holds what would be published, whatever attributes and ignore rules ask for', async () => {
    const here = setting();
    const rules = '*.md text eol=crlf export-ignore\nversion.txt export-subst\n';
    pushFiles(
      here.repository,
      'main',
      { '.gitattributes': rules, '.gitignore': 'out/\n', 'version.txt': '$Format:%H$\n' },
      'x',
    );
    const workspace = await here.open();
    mkdirSync(join(workspace.root, 'out'));
    writeFileSync(join(workspace.root, 'out', 'a.js'), 'a');
    writeFileSync(join(workspace.root, 'index.md'), '# New\n');
    const now = await unpack(await workspace.archive('now'));
    expect(readdirSync(now).sort()).toEqual([
      '.gitattributes',
      '.gitignore',
      'guide',
      'index.md',
      'out',
      'version.txt',
    ]);
    expect(readFileSync(join(now, 'index.md'), 'utf8')).toBe('# New\n');
    expect(readFileSync(join(now, 'guide', 'crlf.md'), 'utf8')).toBe(crlfPage);
    expect(readFileSync(join(now, 'version.txt'), 'utf8')).toBe('$Format:%H$\n');
    const base = await unpack(await workspace.archive('base'));
    expect(readFileSync(join(base, 'index.md'), 'utf8')).toBe('# Docs\n');
    await workspace.dispose();
  });

  it('is whole from a mirror of an earlier version, too', async () => {
    const here = setting();
    pushFiles(here.repository, 'main', { '.gitattributes': '*.md export-ignore\n' }, 'x');
    await (await here.open()).dispose();
    const mirrors = join(here.dataDirectory, 'mirrors');
    const mirror = readdirSync(mirrors).find((name) => name.endsWith('.git')) ?? '';
    writeFileSync(join(mirrors, mirror, 'info', 'attributes'), '* -text\n');
    const workspace = await here.open();
    expect(readdirSync(await unpack(await workspace.archive('now')))).toContain('index.md');
    await workspace.dispose();
  });

  it('of what git cannot read ends with its failure', async () => {
    const here = setting();
    const archive = archiveTree(here.repository, 'no-such-tree');
    await expect(archive.toArray()).rejects.toThrow(GitFailed);
  });
});
