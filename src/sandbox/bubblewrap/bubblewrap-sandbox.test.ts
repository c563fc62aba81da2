import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { SandboxUnavailable } from '../errors.ts';
import { sandboxLimits } from '../sandbox-limits.ts';
import { testSandbox } from '../sandbox.conformance.ts';
import { createBubblewrapSandbox } from './bubblewrap-sandbox.ts';

// Not below the temporary folder of this run: run by root, a sandbox is nobody's, and nobody may look in there.
const folder = mkdtempSync('/var/tmp/docwright-sandbox-');
const tools = join(folder, 'tools');
mkdirSync(tools);
writeFileSync(join(tools, 'tool.txt'), 'tool\n');
for (const path of [folder, tools]) chmodSync(path, 0o755);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let archives = 0;
function archive(files: Readonly<Record<string, string>>): Readable {
  const source = join(folder, `archive-${(archives += 1)}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(source, path)), { recursive: true });
    writeFileSync(join(source, path), content);
  }
  return Readable.from([spawnSync('tar', ['-c', '-f', '-', '-C', source, '.'], { maxBuffer: 2 ** 30 }).stdout]);
}

async function isRunning(text: string): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return lines.some((line) => line.startsWith(text));
}

const reason = await createBubblewrapSandbox()
  .requireAvailable()
  .then(
    () => undefined,
    (error: unknown) => String(error),
  );
if (reason === undefined) {
  testSandbox('bubblewrap', {
    open: (limits) => createBubblewrapSandbox({ limits, folders: [tools] }),
    folder: tools,
    archive,
    isRunning,
  });

  it('ends with its server, also with a killed one', async () => {
    const program = `
      import { Readable } from 'node:stream';
      import { createBubblewrapSandbox } from ${JSON.stringify(join(import.meta.dirname, 'bubblewrap-sandbox.ts'))};
      const request = { command: 'sleep 7779', files: Readable.from([Buffer.alloc(1024)]) };
      await createBubblewrapSandbox().run(request, new AbortController().signal);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
    await vi.waitUntil(() => isRunning('sleep\u00007779'), { timeout: 20_000 });
    server.kill('SIGKILL');
    await vi.waitUntil(async () => !(await isRunning('sleep\u00007779')), { timeout: 20_000 });
  });
} else {
  it('bubblewrap as a sandbox', ({ skip }) => {
    skip(reason);
  });
}

describe('without bubblewrap', () => {
  const run = (program: string) =>
    createBubblewrapSandbox({ program }).run({ command: ':', files: archive({ a: '' }) }, new AbortController().signal);

  it('says that it is not installed, and what to do', async () => {
    const sandbox = createBubblewrapSandbox({ program: '/nowhere/bwrap' });
    await expect(sandbox.requireAvailable()).rejects.toThrow(/`bwrap` is not installed/);
    await expect(run('/nowhere/bwrap')).rejects.toThrow(SandboxUnavailable);
    await expect(sandbox.requireAvailable()).rejects.toMatchObject({
      details: [{ field: 'settings.buildCommand' }, { field: 'settings.commands' }],
      facts: { remedy: expect.stringContaining('apt install bubblewrap') as string },
    });
  });

  it('is looked for where the server looks for programs', async () => {
    const { PATH } = process.env;
    try {
      process.env['PATH'] = folder;
      await expect(createBubblewrapSandbox().requireAvailable()).rejects.toThrow(/`bwrap` is not installed/);
      writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\necho "bwrap: found here" >&2\nexit 1\n', { mode: 0o755 });
      await expect(createBubblewrapSandbox().requireAvailable()).rejects.toThrow(/found here/);
    } finally {
      process.env['PATH'] = PATH;
    }
  });

  it('says what it says where it may not work', async () => {
    const program = join(folder, 'bwrap');
    writeFileSync(program, '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n', {
      mode: 0o755,
    });
    const sandbox = createBubblewrapSandbox({ program });
    await expect(sandbox.requireAvailable()).rejects.toThrow(/setting up uid map: Permission denied/);
    await expect(run(program)).rejects.toThrow(SandboxUnavailable);
  });

  it('names no path of a folder that is not there', async () => {
    const sandbox = createBubblewrapSandbox({ folders: ['/nowhere/tools'], limits: sandboxLimits });
    await expect(sandbox.requireAvailable()).rejects.toThrow(/folder 1 of DOCWRIGHT_BUILD_FOLDERS cannot be read/);
    const own = createBubblewrapSandbox({ folders: ['/nowhere/tools'], tellFolder: (path) => path });
    await expect(own.requireAvailable()).rejects.toThrow(/not run: \/nowhere\/tools cannot be read/);
    // As bubblewrap says it where root may read a folder, and the nobody that it runs as may not.
    const program = join(folder, 'bwrap');
    const said = `bwrap: Can't find source path ${tools}: Permission denied`;
    writeFileSync(program, `#!/bin/sh\necho "${said}" >&2\nexit 1\n`, { mode: 0o755 });
    await expect(createBubblewrapSandbox({ program, folders: [tools] }).requireAvailable()).rejects.toMatchObject({
      facts: { code: 'sandbox_folder_unreadable' },
      message: expect.stringContaining('folder 1 of DOCWRIGHT_BUILD_FOLDERS cannot be read') as string,
    });
  });
});
