import { spawn } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { GitFailed, GitInterrupted } from '../git/errors.ts';
import { gitEnvironment } from '../git/git-environment.ts';

/**
 * A tar archive of every file of a tree or commit but those to leave out, links as links, made while it is read. A git that
 * fails destroys the stream with `GitFailed`; a stream that is destroyed ends its git.
 */
export function archiveTree(gitDirectory: string, treeish: string, leftOut: readonly string[] = []): Readable {
  const paths = leftOut.length === 0 ? [] : ['--', '.', ...leftOut.map((path) => `:(top,exclude,literal)${path}`)];
  const child = spawn('git', ['archive', '--format=tar', treeish, ...paths], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...gitEnvironment(undefined), GIT_DIR: gitDirectory },
  });
  // Ends once git has: what it had written when it failed is no archive.
  const archive = new PassThrough();
  child.stdout.pipe(archive, { end: false });
  child.on('error', (error) => archive.destroy(error));
  child.on('close', (exitCode) => {
    if (exitCode === 0) archive.end();
    else archive.destroy(exitCode === null ? new GitInterrupted('archive') : new GitFailed('archive', exitCode, ''));
  });
  archive.on('close', () => child.kill());
  return archive;
}
