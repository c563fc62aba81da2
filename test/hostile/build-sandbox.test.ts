import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBubblewrapSandbox } from '../../src/sandbox/bubblewrap/bubblewrap-sandbox.ts';

const marker = 'what-only-the-server-may-read';
// Run by root, a sandbox is nobody's, and nobody may look into the temporary folder of this run.
const tools = mkdtempSync('/var/tmp/docwright-tools-');
const folders = [tools];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function makeDataDirectory(path: string, mode: number): string {
  mkdirSync(join(path, 'repositories'), { recursive: true });
  for (const file of ['master.key', 'repositories/config']) writeFileSync(join(path, file), marker, { mode: 0o644 });
  for (let folder = path; folder !== tools && folder.startsWith(tools); folder = dirname(folder))
    chmodSync(folder, mode);
  return path;
}

async function search(hidden: string, visible: readonly string[] = [tools]): Promise<string> {
  const sandbox = createBubblewrapSandbox({ folders: visible, hidden: [hidden] });
  const command = `grep -rls ${marker} ${[...visible, '/usr/local/share'].join(' ')} /tmp /workspace; echo searched`;
  const { output } = await sandbox.run(
    { command, files: Readable.from([Buffer.alloc(1024)]) },
    new AbortController().signal,
  );
  return output;
}

const reason = await createBubblewrapSandbox()
  .requireAvailable()
  .then(
    () => undefined,
    (error: unknown) => String(error),
  );

describe('a build command finds nothing of the data directory', () => {
  chmodSync(tools, 0o755);
  beforeEach(({ skip }) => {
    skip(reason !== undefined, reason);
  });
  afterEach(() => {
    for (const name of readdirSync(tools)) rmSync(join(tools, name), { recursive: true });
  });
  it.each([
    ['in a tool folder', 'data', 0o755],
    ['deep in it, closed to others', 'a/b/data', 0o700],
    ['under a name with blanks', 'my data/of docwright', 0o755],
    ['under a name with a backslash and a line break', 'a\\040\nb/data', 0o755],
    ['beside its own name', 'data.old/data', 0o755],
  ])('%s', async (_, name, mode) => {
    const path = makeDataDirectory(join(tools, name), mode);
    expect(await search(path)).toBe('searched');
  });

  it('behind a link', async () => {
    const path = makeDataDirectory(join(tools, 'behind'), 0o755);
    symlinkSync(path, join(tools, 'link'));
    expect(await search(join(tools, 'link'))).toBe('searched');
  });

  it('below a folder of the system', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root may write there');
    const above = mkdtempSync('/usr/local/share/docwright-test-');
    folders.push(above);
    chmodSync(above, 0o755);
    expect(await search(makeDataDirectory(join(above, 'data'), 0o755))).toBe('searched');
  });

  it('above a tool folder, which is refused', async () => {
    const path = makeDataDirectory(join(tools, 'above'), 0o755);
    await expect(search(path, [join(path, 'repositories')])).rejects.toMatchObject({
      facts: { code: 'sandbox_folder_hidden' },
      message: expect.stringContaining('folder 1 of DOCWRIGHT_BUILD_FOLDERS lies in the data directory') as string,
    });
  });

  it('and would find it otherwise', async () => {
    const path = makeDataDirectory(join(tools, 'found'), 0o755);
    expect(await search('/nowhere')).toContain(join(path, 'master.key'));
  });
});
