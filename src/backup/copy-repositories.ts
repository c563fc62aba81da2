import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../git/run-git.ts';

/** Git may repack while it is copied; then a file is gone that was listed. */
const attempts = 3;

/** Copies the repositories that are kept on this server, each as it is at one moment, and proves that each is whole. */
export async function copyRepositories({ from, into }: { from: string; into: string }): Promise<void> {
  if (!existsSync(from)) return;
  for (const { name } of (await readdir(from, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  )) {
    await copyRepository(join(from, name), join(into, name), attempts);
    await runGit(['fsck', '--connectivity-only', '--no-dangling', '--no-progress'], {
      gitDirectory: join(into, name),
      timeoutSeconds: 3_600,
    });
  }
}

/** What points before what it points to: an object that is there when its reference is copied never goes away. */
async function copyRepository(from: string, into: string, availableBytes: number): Promise<void> {
  const options = { recursive: true, filter: (path: string) => !path.endsWith('.lock') };
  try {
    await mkdir(into, { recursive: true });
    // References that are packed meanwhile are in the second, too.
    await cp(join(from, 'refs'), join(into, 'refs'), options);
    const otherNames = (await readdir(from)).filter((name) => !['refs', 'objects'].includes(name));
    for (const name of [...otherNames, 'objects']) await cp(join(from, name), join(into, name), options);
  } catch (error) {
    if (availableBytes <= 1 || !(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await rm(into, { recursive: true, force: true });
    await copyRepository(from, into, availableBytes - 1);
  }
}
