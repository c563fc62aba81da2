import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { readRememberedNode, rememberNode } from './remembered-node.ts';

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const pinned = join(import.meta.dirname, `../../node_modules/node-${platform}/bin/node`);
const name = `node-here@${process.versions.node}`;
let folder: string;
let cache: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docwright-cache-'));
  cache = join(folder, 'cache');
  vi.stubEnv('XDG_CACHE_HOME', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('where a Node lies', () => {
  it('is remembered for its version', () => {
    expect(readRememberedNode(name)).toBeUndefined();
    rememberNode(name, process.execPath);
    expect(readRememberedNode(name)).toBe(process.execPath);
    rememberNode('node-here@18.0.0', process.execPath);
    expect(readRememberedNode('node-here@18.0.0')).toBeUndefined();
  });

  it.each([
    ['is gone', () => '/nowhere/node'],
    ['was cut off while it was written', () => process.execPath.slice(0, -2)],
    ['is nothing', () => ''],
    ['is relative', () => 'node'],
    [
      'cannot be run any more',
      () => {
        writeFileSync(join(folder, 'node'), 'half of a download', { mode: 0o755 });
        return join(folder, 'node');
      },
    ],
  ])('is asked for again where what is remembered %s', (_, makePath) => {
    rememberNode(name, makePath());
    expect(readRememberedNode(name)).toBeUndefined();
    rememberNode(name, process.execPath);
    expect(readRememberedNode(name)).toBe(process.execPath);
  });

  it('is in .cache of the home, where no other folder is chosen; a relative one is none', () => {
    vi.stubEnv('HOME', folder);
    vi.stubEnv('XDG_CACHE_HOME', 'relative');
    rememberNode(name, process.execPath);
    const isMac = process.platform === 'darwin';
    expect(existsSync(join(folder, isMac ? 'Library/Caches' : '.cache', 'docwright', name))).toBe(true);
  });

  it('is not remembered where the cache cannot be written, and nothing fails', () => {
    writeFileSync(cache, 'a file');
    rememberNode(name, process.execPath);
    expect(readRememberedNode(name)).toBeUndefined();
  });
});

describe('a command under an older Node', () => {
  const program = `import { runUnderNewerNode } from ${JSON.stringify(import.meta.resolve('./newer-node.ts'))};
    process.argv.splice(1, Infinity, ${JSON.stringify(join(import.meta.dirname, 'docwright.ts'))}, '--version');
    process.exitCode = await runUnderNewerNode();`;
  /** There is no npm on the way. */
  const run = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { PATH: join(folder, 'nothing'), XDG_CACHE_HOME: cache },
    });

  it('runs with the remembered Node, without a word and without npm', async (context) => {
    if (!existsSync(pinned)) context.skip(`no Node comes with the clone for ${platform}`);
    const { stdout: version } = await promisify(execFile)(pinned, ['-p', 'process.versions.node']);
    rememberNode(`node-${platform}@${version.trim()}`, pinned);
    expect(await run()).toEqual({ stdout: `${packageFile.version}\n`, stderr: '' });
  });

  it('says what to do where npm cannot fetch one', async () => {
    mkdirSync(cache);
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /Install one from https:\/\/nodejs\.org and run the same command again\./,
      ) as string,
    });
  });
});
