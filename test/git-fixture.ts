import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder that is removed when the test file ends: `const folder = temporaryFolder(); afterAll(folder.remove)`. */
export function temporaryFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'docwright-test-'));
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** Plain git, as a person would run it; independent of the code under test. */
export function git(cwd: string, args: readonly string[], input?: string | Buffer): string {
  return execFileSync('git', args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', ...identity },
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  }).trim();
}

export type Files = Readonly<Record<string, string | Buffer>>;

export function writeFiles(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** A bare repository at `path` whose branch `main` has these files. */
export function makeBareRepository(path: string, files: Files): void {
  mkdirSync(path, { recursive: true });
  git(path, ['init', '--quiet', '--bare', '--initial-branch=main']);
  pushFiles(path, 'main', files, 'First');
}

/** Pushes a commit with these files on top of a branch, as another person would; returns its sha. */
export function pushFiles(repository: string, branch: string, files: Files, message: string): string {
  const { path: clone, remove } = temporaryFolder();
  try {
    git(clone, ['init', '--quiet', `--initial-branch=${branch}`]);
    // The bytes go into the repository as they are, whatever its own attributes say.
    writeFiles(clone, { '.git/info/attributes': '* -text !filter\n' });
    git(clone, ['remote', 'add', 'origin', repository]);
    if (git(clone, ['ls-remote', 'origin', `refs/heads/${branch}`]) !== '') {
      git(clone, ['fetch', '--quiet', 'origin', branch]);
      git(clone, ['reset', '--quiet', '--hard', 'FETCH_HEAD']);
    }
    writeFiles(clone, files);
    git(clone, ['add', '--all', '--force']);
    git(clone, ['commit', '--quiet', '--allow-empty', '-m', message]);
    git(clone, ['push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`]);
    return git(clone, ['rev-parse', 'HEAD']);
  } finally {
    remove();
  }
}
