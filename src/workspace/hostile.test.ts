import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, temporaryFolder } from '../../test/git-fixture.ts';
import { startGitServer, type GitServer } from '../../test/git-server.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import { UnsafeChange, UnsafeName, UnsafeRemote, UnsafeTree } from './errors.ts';
import type { Workspace, WorkspaceRequest } from './workspace.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const signal = new AbortController().signal;
const commitRequest = { message: 'Change', dateSeconds: 1 };

let counter = 0;
interface Setting {
  readonly dataDirectory: string;
  readonly repository: string;
  readonly open: (more?: Partial<WorkspaceRequest>) => Promise<Workspace>;
}
function setting(files: Record<string, string | Buffer> = { 'index.md': '# Docs\n' }): Setting {
  counter += 1;
  const dataDirectory = join(folder.path, `data-${counter}`);
  const repository = join(dataDirectory, 'repositories', 'docs.git');
  makeBareRepository(repository, files);
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  return {
    dataDirectory,
    repository,
    open: (more = {}) =>
      workspaces.open(
        {
          jobId: 'job_1',
          remote: { url: repository, authorizationHeader: undefined, isLocalPath: true },
          baseBranch: 'main',
          headBranch: 'docwright/a',
          resumeFrom: undefined,
          ...more,
        },
        signal,
      ),
  };
}

/** Sets `main` to a tree of these `mode type sha<TAB>path` records; trees inside are made first. */
function setMain(repository: string, records: readonly string[]): void {
  const tree = git(repository, ['mktree', '-z', '--missing'], records.map((record) => `${record}\0`).join(''));
  const commit = git(repository, ['commit-tree', tree, '-p', 'main', '-m', 'Hostile']);
  git(repository, ['update-ref', 'refs/heads/main', commit]);
}
const blob = (repository: string, content: string | Buffer): string =>
  git(repository, ['hash-object', '-w', '--stdin'], content);

describe('symbolic links of a repository', () => {
  const linked = (): Setting => {
    const here = setting();
    const page = blob(here.repository, '# Docs\n');
    const outside = blob(here.repository, '/etc/passwd');
    const up = blob(here.repository, '../../../../etc');
    setMain(here.repository, [
      `100644 blob ${page}\tindex.md`,
      `120000 blob ${outside}\tpasswd.md`,
      `120000 blob ${up}\tfolder`,
    ]);
    return here;
  };

  it('are small files in the working copy, so that nothing follows them, and links again in the commit', async () => {
    const here = linked();
    const workspace = await here.open();
    expect((await workspace.symbolicLinks()).sort()).toEqual(['folder', 'passwd.md']);
    expect(lstatSync(join(workspace.root, 'passwd.md')).isFile()).toBe(true);
    expect(readFileSync(join(workspace.root, 'passwd.md'), 'utf8')).toBe('/etc/passwd');
    expect(Buffer.from((await workspace.readAtBase('passwd.md'))!).toString()).toBe('/etc/passwd');
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    await workspace.push({ sha, remote: remoteOf(here), expectedRemoteSha: undefined }, signal);
    expect(git(here.repository, ['ls-tree', sha])).toMatch(/^120000 .*\tfolder\n100644 .*\n120000 .*\tpasswd.md$/);
    await workspace.dispose();
  });

  it('may be deleted, but not redirected, replaced or added', async () => {
    for (const change of [
      (root: string) => {
        writeFileSync(join(root, 'passwd.md'), '/etc/shadow');
      },
      (root: string) => {
        writeFileSync(join(root, 'passwd.md'), '# A page now\n');
      },
      (root: string) => {
        symlinkSync('/etc/shadow', join(root, 'new.md'));
      },
      (root: string) => {
        rmSync(join(root, 'index.md'));
        symlinkSync('/etc/shadow', join(root, 'index.md'));
      },
    ]) {
      const workspace = await linked().open();
      change(workspace.root);
      await expect((await workspace.stage()).commit(commitRequest)).rejects.toThrow(UnsafeChange);
      await workspace.dispose();
    }
    const workspace = await linked().open();
    rmSync(join(workspace.root, 'passwd.md'));
    expect((await (await workspace.stage()).commit(commitRequest)).empty).toBe(false);
    await workspace.dispose();
  });
});

function remoteOf({ repository }: Setting): WorkspaceRequest['remote'] {
  return { url: repository, authorizationHeader: undefined, isLocalPath: true };
}

describe('submodules', () => {
  const withModule = (): Setting => {
    const here = setting();
    const modules = blob(
      here.repository,
      '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c "touch /tmp/docwright-never"\n',
    );
    setMain(here.repository, [
      `100644 blob ${blob(here.repository, '# Docs\n')}\tindex.md`,
      `100644 blob ${modules}\t.gitmodules`,
      `160000 commit ${'1'.repeat(40)}\tsub`,
    ]);
    return here;
  };
  it('are never fetched, and stay as they are', async () => {
    const here = withModule();
    const workspace = await here.open();
    expect(await workspace.listAtBase()).not.toContain('sub');
    expect(await workspace.readAtBase('sub')).toBeUndefined();
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    expect(await (await workspace.stage()).files()).toMatchObject([{ path: 'index.md' }]);
    expect((await (await workspace.stage()).commit(commitRequest)).empty).toBe(false);
    expect(existsSync('/tmp/docwright-never')).toBe(false);
    await workspace.dispose();
  });
  it('cannot be added by a repository inside the tree', async () => {
    const workspace = await setting().open();
    const inner = join(workspace.root, 'inner');
    mkdirSync(inner);
    writeFileSync(join(inner, 'a.md'), 'a\n');
    git(inner, ['init', '--quiet']);
    git(inner, ['add', '.']);
    git(inner, ['commit', '--quiet', '-m', 'Inner']);
    await expect((await workspace.stage()).commit(commitRequest)).rejects.toThrow(UnsafeChange);
    await workspace.dispose();
  });
});

describe('what could run', () => {
  const trap = (marker: string): string => `touch ${marker}; cat`;
  it('does not: filters, diff drivers, merge drivers, hooks and settings in the tree', async () => {
    const marker = join(folder.path, 'never');
    const here = setting({
      'index.md': '# Docs\n',
      'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
      '.gitattributes':
        '* filter=trap diff=trap merge=trap\n*.bin filter=lfs\n*.md text eol=crlf working-tree-encoding=UTF-16\n',
      '.gitconfig': `[filter "trap"]\n\tsmudge = ${trap(marker)}\n\tclean = ${trap(marker)}\n`,
      'hooks/post-checkout': `#!/bin/sh\ntouch ${marker}\n`,
    });
    const workspace = await here.open();
    // As an outside agent with a shell could leave it behind in its working copy.
    mkdirSync(join(workspace.root, '.git', 'hooks'), { recursive: true });
    writeFileSync(
      join(workspace.root, '.git', 'config'),
      `[core]\n\tfsmonitor = ${trap(marker)}\n\thooksPath = hooks\n[filter "trap"]\n\tclean = ${trap(marker)}\n[diff "trap"]\n\tcommand = ${trap(marker)}\n`,
    );
    chmodSync(join(workspace.root, 'hooks/post-checkout'), 0o755);
    writeFileSync(join(workspace.root, 'index.md'), 'changed\r\n');
    expect(await (await workspace.stage()).diff()).toContain('+changed');
    await (await workspace.stage()).snapshot();
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    await workspace.push({ sha, remote: remoteOf(here), expectedRemoteSha: undefined }, signal);
    expect(git(here.repository, ['cat-file', '-s', `${sha}:index.md`])).toBe('9');
    expect(git(here.repository, ['ls-tree', '-r', '--name-only', sha])).not.toContain('.git/');
    expect(git(here.repository, ['ls-tree', sha, 'hooks/post-checkout'])).toMatch(/^100644/);
    expect(existsSync(marker)).toBe(false);
    await workspace.dispose();
  });

  it('is not reached by addresses that git would read as commands, options or files', async () => {
    const here = setting();
    const other = join(folder.path, 'other.git');
    makeBareRepository(other, { 'secret.md': 'secret\n' });
    symlinkSync(other, join(here.dataDirectory, 'repositories', 'link.git'));
    const remote = (url: string, isLocalPath: boolean) => ({
      remote: { url, isLocalPath, authorizationHeader: undefined },
    });
    for (const url of [
      'ext::sh -c touch% /tmp/docwright-never',
      '--upload-pack=touch /tmp/docwright-never',
      '-u',
      'file:///etc',
      'ssh://git@localhost/x',
      'git@localhost:x',
      'git://localhost/x',
      'https://user:secret@example.com/x',
      'https://example.com/x\n-o',
      '',
      here.repository,
    ]) {
      await expect(here.open(remote(url, false))).rejects.toThrow(UnsafeRemote);
    }
    for (const url of [
      other,
      join(here.dataDirectory, 'repositories', 'link.git'),
      `${here.dataDirectory}/../other.git`,
      '--x',
      here.dataDirectory,
    ]) {
      await expect(here.open(remote(url, true))).rejects.toThrow(UnsafeRemote);
    }
    expect(existsSync('/tmp/docwright-never')).toBe(false);
  });

  it('is not reached by names of branches and jobs', async () => {
    const here = setting();
    for (const name of [
      '-x',
      '--upload-pack=x',
      'a..b',
      'a:b',
      'a b',
      '../x',
      'a/../b',
      '+a',
      'x*',
      '',
      'HEAD^',
      'a\nb',
      '@{u}',
      'x.lock',
    ]) {
      if (name !== '+a') await expect(here.open({ baseBranch: name })).rejects.toThrow(UnsafeName);
      if (name !== '+a') await expect(here.open({ headBranch: name })).rejects.toThrow(UnsafeName);
      await expect(here.open({ jobId: name })).rejects.toThrow(UnsafeName);
      await expect(here.open({ headRef: name })).rejects.toThrow(UnsafeName);
    }
    await expect(here.open({ headBranch: 'main' })).rejects.toThrow(UnsafeName);
    for (const headRef of [
      'refs/heads/main',
      'refs/pull/1/head:refs/heads/main',
      'refs/pull/*/head',
      'refs/pull/0/head',
    ])
      await expect(here.open({ headRef })).rejects.toThrow(UnsafeName);
  });
});

describe('hostile trees', () => {
  it.each(['..', '.git', '.GIT', 'git~1', '.g\u200cit'])(
    'with the name %j are refused before they reach the disk',
    async (name) => {
      const here = setting();
      const inner = git(here.repository, ['mktree', '-z'], `100644 blob ${blob(here.repository, 'x')}\tconfig\0`);
      setMain(here.repository, [
        `040000 tree ${inner}\t${name}`,
        `100644 blob ${blob(here.repository, 'x')}\tindex.md`,
      ]);
      await expect(here.open()).rejects.toThrow(UnsafeTree);
      expect(existsSync(join(here.dataDirectory, 'workspaces', 'config'))).toBe(false);
    },
  );

  it('with odd file names are kept', async () => {
    const here = setting();
    const page = blob(here.repository, 'x\n');
    const names = ['-rf', 'line\nbreak.md', 'tab\tin.md', 'quote".md', ':(glob)x', 'ü 😀.md', "it's.md"];
    setMain(
      here.repository,
      names.map((name) => `100644 blob ${page}\t${name}`),
    );
    const workspace = await here.open();
    expect((await workspace.listAtBase()).sort()).toEqual([...names].sort());
    expect(Buffer.from((await workspace.readAtBase('line\nbreak.md'))!).toString()).toBe('x\n');
    for (const name of names) writeFileSync(join(workspace.root, name), 'changed\n');
    expect((await (await workspace.stage()).files()).map(({ path }) => path).sort()).toEqual([...names].sort());
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    expect(sha).toMatch(/^[0-9a-f]{40}$/);
    await workspace.dispose();
  });

  it('with names that are not UTF-8 survive untouched', async () => {
    const here = setting();
    const page = blob(here.repository, 'x\n');
    const records = Buffer.concat([
      Buffer.from(`100644 blob ${page}\tindex.md\0`),
      Buffer.from(`100644 blob ${page}\t`),
      Buffer.from([0xff, 0xfe, 0x2e, 0x6d, 0x64, 0]),
    ]);
    const tree = git(here.repository, ['mktree', '-z'], records);
    git(here.repository, [
      'update-ref',
      'refs/heads/main',
      git(here.repository, ['commit-tree', tree, '-p', 'main', '-m', 'x']),
    ]);
    const workspace = await here.open();
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    expect(await (await workspace.stage()).files()).toMatchObject([{ path: 'index.md' }]);
    expect((await (await workspace.stage()).commit(commitRequest)).empty).toBe(false);
    await workspace.dispose();
  });

  it('with huge and binary files cost no memory of ours', async () => {
    const huge = Buffer.alloc(80 * 1024 * 1024, 'large ');
    const here = setting({ 'index.md': 'x\n', 'video.mp4': huge, 'logo.png': Buffer.from([137, 80, 78, 71, 0, 255]) });
    const before = process.memoryUsage().rss;
    const workspace = await here.open();
    expect(lstatSync(join(workspace.root, 'video.mp4')).size).toBe(huge.length);
    writeFileSync(join(workspace.root, 'logo.png'), Buffer.from([137, 80, 78, 71, 0, 254]));
    rmSync(join(workspace.root, 'video.mp4'));
    const diff = await (await workspace.stage()).diff();
    expect(diff).toContain('Binary files a/logo.png and b/logo.png differ');
    expect(diff.length).toBeLessThan(2_000);
    const snapshot = await (await workspace.stage()).snapshot();
    expect(snapshot.bundle.length).toBeLessThan(10_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
    await workspace.dispose();
  });
});

describe('tokens', () => {
  let server: GitServer;
  const originalPath = process.env['PATH'];
  const bin = join(folder.path, 'bin');
  const seen = join(folder.path, 'argv');
  beforeAll(async () => {
    server = await startGitServer(folder.path);
    mkdirSync(bin);
    const real = git(folder.path, ['--exec-path']);
    // Every git process that the workspace starts shows what others on the machine could see of it.
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh\ntr '\\0' ' ' < /proc/$$/cmdline >> ${seen}\necho >> ${seen}\nexec ${real}/git "$@"\n`,
      { mode: 0o755 },
    );
  });
  afterAll(() => {
    process.env['PATH'] = originalPath;
    server.close();
  });

  it('are in no argument list, no file and no message, only in the environment of the one process', async () => {
    makeBareRepository(join(folder.path, 'private.git'), { 'index.md': 'x\n' });
    const dataDirectory = join(folder.path, 'data-private');
    mkdirSync(dataDirectory);
    process.env['PATH'] = `${bin}:${originalPath ?? ''}`;
    const lines: string[] = [];
    const log = (fields: object, message: string): void => void lines.push(`${JSON.stringify(fields)} ${message}`);
    const workspaces = createWorkspaces({
      dataDirectory,
      logger: { ...silentLogger, debug: log, info: log, warn: log, error: log },
    });
    const remote = { url: server.url('private'), authorizationHeader: server.writer, isLocalPath: false };
    const workspace = await workspaces.open(
      { jobId: 'job_1', remote, baseBranch: 'main', headBranch: 'docwright/a', resumeFrom: undefined },
      signal,
    );
    writeFileSync(join(workspace.root, 'index.md'), 'changed\n');
    const { sha } = await (await workspace.stage()).commit(commitRequest);
    await workspace.push({ sha, remote, expectedRemoteSha: undefined }, signal);
    process.env['PATH'] = originalPath;

    const secrets = new RegExp(`git-server-writer-token|${server.writer.slice(6)}`);
    const commands = readFileSync(seen, 'utf8');
    expect(commands).toMatch(/ fetch .*\n[\s\S]* push /);
    expect(commands).not.toMatch(secrets);
    expect(lines.join('\n')).not.toMatch(secrets);
    for (const secret of ['git-server-writer-token', server.writer.slice(6)]) {
      expect(() => git(dataDirectory, ['grep', '--no-index', '--text', '-F', '-e', secret, '--', '.'])).toThrow();
    }
    await workspace.dispose();
  });
});
