import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { git, makeBareRepository, pushFiles, temporaryFolder } from '../../test/git-fixture.ts';
import { silentLogger } from '../kernel/logger.ts';
import { createWorkspaces } from './create-workspaces.ts';
import type { Workspace } from './workspace.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const signal = new AbortController().signal;
const pages = Array.from({ length: 20 }, (_, index) => [`guide/page-${index}.md`, `Page ${index}\n`] as const);

let counter = 0;
function setting() {
  counter += 1;
  const dataDirectory = join(folder.path, `data-${counter}`);
  const repository = join(dataDirectory, 'repositories', 'docs.git');
  makeBareRepository(repository, {
    'index.md': '# Docs\n',
    'untouched.md': 'Untouched\n',
    '.gitignore': 'out/\n',
    'läuft/ü.md': 'Umlaut\n',
    ...Object.fromEntries(pages),
  });
  const remote = { url: repository, authorizationHeader: undefined, isLocalPath: true };
  const workspaces = createWorkspaces({ dataDirectory, logger: silentLogger });
  let jobs = 0;
  const open = (): Promise<Workspace> => {
    jobs += 1;
    const names = { jobId: `job_${jobs}`, baseBranch: 'main', headBranch: `docwright/${jobs}` };
    return workspaces.open({ ...names, remote, resumeFrom: undefined }, signal);
  };
  return { repository, dataDirectory, open };
}

/** Everything that a job can see of its tree: names, kinds, modes and bytes. */
function contentsOf(root: string): Record<string, string> {
  const names = ['.', ...readdirSync(root, { recursive: true, encoding: 'utf8' })];
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(root, name);
      const { mode } = lstatSync(path);
      return [name, `${mode.toString(8)} ${lstatSync(path).isFile() ? readFileSync(path, 'utf8') : ''}`];
    }),
  );
}
const inodeOf = (workspace: Workspace, path: string) => lstatSync(join(workspace.root, path)).ino;

const marks: Record<string, (root: string) => void> = {
  'a changed file': (root) => {
    writeFileSync(join(root, 'index.md'), '# Mine\n');
  },
  'a changed file of the same size and time': (root) => {
    const { atime, mtime } = lstatSync(join(root, 'index.md'));
    writeFileSync(join(root, 'index.md'), '# docs\n');
    utimesSync(join(root, 'index.md'), atime, mtime);
  },
  'a file that is gone': (root) => {
    rmSync(join(root, 'läuft/ü.md'));
  },
  'a folder that is gone': (root) => {
    rmSync(join(root, 'guide'), { recursive: true });
  },
  'new, ignored and empty ones': (root) => {
    writeFileSync(join(root, 'new.md'), 'new\n');
    mkdirSync(join(root, 'out'));
    writeFileSync(join(root, 'out', 'secret.js'), 'secret');
    mkdirSync(join(root, 'guide', 'empty', 'deep'), { recursive: true });
  },
  'a repository with hooks and settings': (root) => {
    git(root, ['init', '--quiet']);
    git(join(root, 'guide'), ['init', '--quiet']);
    writeFileSync(join(root, '.git', 'hooks', 'post-checkout'), 'echo', { mode: 0o755 });
  },
  'other modes': (root) => {
    chmodSync(join(root, 'index.md'), 0o755);
    chmodSync(join(root, 'guide'), 0o700);
    chmodSync(root, 0o700);
  },
  'links in place of a file and a folder': (root) => {
    rmSync(join(root, 'index.md'));
    symlinkSync('/etc/hostname', join(root, 'index.md'));
    renameSync(join(root, 'guide'), join(root, 'other'));
    symlinkSync('other', join(root, 'guide'));
  },
  'two names of one file': (root) => {
    rmSync(join(root, 'index.md'));
    linkSync(join(root, 'guide/page-1.md'), join(root, 'index.md'));
  },
  'a file in place of a folder, and a folder in place of a file': (root) => {
    rmSync(join(root, 'guide'), { recursive: true });
    writeFileSync(join(root, 'guide'), 'file\n');
    rmSync(join(root, 'index.md'));
    mkdirSync(join(root, 'index.md', 'x'), { recursive: true });
  },
};

describe('a tree that served a job before', () => {
  it.each(Object.entries(marks))('is the same again after %s', async (_, leave) => {
    const { open } = setting();
    const first = await open();
    const contents = contentsOf(first.root);
    const inode = inodeOf(first, 'untouched.md');
    leave(first.root);
    await first.stage();
    await first.dispose();
    const second = await open();
    expect(contentsOf(second.root)).toEqual(contents);
    expect((await second.stage()).isStart).toBe(true);
    // Else this would test a tree that was written anew.
    expect(inodeOf(second, 'untouched.md')).toBe(inode);
    leave(second.root);
    await second.dispose();
    const third = await open();
    expect(contentsOf(third.root)).toEqual(contents);
    await third.dispose();
  });

  it('moves to another commit and writes only what differs', async () => {
    const { open, repository } = setting();
    const first = await open();
    writeFileSync(join(first.root, 'index.md'), '# Mine\n');
    const inode = inodeOf(first, 'untouched.md');
    await first.dispose();
    pushFiles(repository, 'main', { 'index.md': '# Theirs\n', 'guide/new.md': 'new\n' }, 'Theirs');
    const second = await open();
    const expected = git(repository, ['ls-tree', '-r', '-z', '--name-only', 'main']).split('\0').filter(Boolean);
    const found = Object.keys(contentsOf(second.root)).filter((name) => lstatSync(join(second.root, name)).isFile());
    expect(found.sort()).toEqual(expected.sort());
    expect(readFileSync(join(second.root, 'index.md'), 'utf8')).toBe('# Theirs\n');
    expect((await second.stage()).isStart).toBe(true);
    expect(inodeOf(second, 'untouched.md')).toBe(inode);
    await second.dispose();
  });

  it('is never shared by two jobs at once, and no path of an earlier job leads to it', async () => {
    const { open } = setting();
    const [first, second] = await Promise.all([open(), open()]);
    expect(inodeOf(first, '.')).not.toBe(inodeOf(second, '.'));
    const served = [first, second].map((workspace) => inodeOf(workspace, '.'));
    await Promise.all([first.dispose(), second.dispose()]);
    const next = await Promise.all([open(), open(), open()]);
    const inodes = new Set(next.map((workspace) => inodeOf(workspace, '.')));
    expect(inodes.size).toBe(3);
    expect(served.every((inode) => inodes.has(inode))).toBe(true);
    expect(() => lstatSync(first.root)).toThrow('ENOENT');
    for (const workspace of next) await workspace.dispose();
  });

  it('is written anew when it cannot be moved', async () => {
    const { open, dataDirectory } = setting();
    const first = await open();
    const contents = contentsOf(first.root);
    await first.dispose();
    const copies = join(dataDirectory, 'workspaces');
    const own = readdirSync(copies).find((name) => !name.includes('.')) ?? '';
    for (const name of readdirSync(join(copies, own))) rmSync(join(copies, own, name, 'index'));
    const second = await open();
    expect(contentsOf(second.root)).toEqual(contents);
    await second.dispose();
  });
});

it('sees changes that leave size and time as they were, however soon after the checkout', async () => {
  const { open } = setting();
  for (let round = 0; round < 3; round += 1) {
    const workspace = await open();
    for (const [path, text] of pages) writeFileSync(join(workspace.root, path), text.replace('Page', 'page'));
    expect(await (await workspace.stage()).files()).toHaveLength(pages.length);
    for (const [path, text] of pages) writeFileSync(join(workspace.root, path), text.replace('Page', 'PAGE'));
    for await (const { after } of (await workspace.stage()).blobsChangedHere())
      expect(Buffer.from(after ?? []).toString()).toContain('PAGE');
    await workspace.dispose();
  }
});
