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
export function git(
  cwd: string,
  args: readonly string[],
  input?: string | Buffer,
  environment?: Readonly<Record<string, string>>,
): string {
  return execFileSync('git', args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', ...identity, ...environment },
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
  importCommit(path, 'main', files, 'First', false);
}

/** Commits these files on top of a branch of a bare repository, as another person would; returns the sha. */
export function pushFiles(repository: string, branch: string, files: Files, message: string): string {
  importCommit(repository, branch, files, message, git(repository, ['for-each-ref', `refs/heads/${branch}`]) !== '');
  return git(repository, ['rev-parse', `refs/heads/${branch}`]);
}

/** One process for any number of files; the bytes go in as they are. */
function importCommit(repository: string, branch: string, files: Files, message: string, exists: boolean): void {
  const data = (content: string | Buffer): Buffer => {
    const bytes = Buffer.from(content as string);
    return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  };
  const seconds = Math.floor(Date.now() / 1_000);
  const head = `commit refs/heads/${branch}\ncommitter Ada <ada@example.com> ${seconds} +0000\n`;
  const stream = [
    Buffer.from(head),
    data(message),
    Buffer.from(exists ? `from refs/heads/${branch}^0\n` : ''),
    ...Object.entries(files).flatMap(([path, content]) => [
      Buffer.from(`M 100644 inline ${JSON.stringify(path)}\n`),
      data(content),
    ]),
  ];
  git(repository, ['fast-import', '--quiet', '--date-format=raw'], Buffer.concat(stream));
}
