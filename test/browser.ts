import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const engines = fileURLToPath(new URL('./engines/', import.meta.url));
const unpacked = `${engines}.chromium`;

/**
 * Starts the headless Chromium of `test/engines` with the fonts of its `fonts.conf`; nothing is downloaded, no system
 * package is needed, and no font or setting of the machine is seen. The caller closes it. The sandbox is off because the tests also run as root, in containers without user namespaces.
 */
export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(unpacked)) await unpack();
  return chromium.launch({
    executablePath: `${unpacked}/chromium`,
    args: ['--no-sandbox', '--no-zygote'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: `${unpacked}/al2023/lib`,
      FONTCONFIG_FILE: `${engines}fonts.conf`,
      XDG_CACHE_HOME: `${unpacked}/cache`,
    },
  });
}

/** Unpacks beside the goal and then renames, so that test files which start together never see half a browser. */
async function unpack(): Promise<void> {
  const staging = await mkdtemp(`${engines}.unpacking-`);
  const script = `${engines}extract-chromium.ts`;
  try {
    await promisify(execFile)(process.execPath, [script], { env: { ...process.env, TMPDIR: staging } });
    await rename(staging, unpacked);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(unpacked)) throw error;
  }
}
