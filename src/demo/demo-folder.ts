import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../kernel/make-folder.ts';
import { DemoFolderInUse, DemoFolderNotOurs } from './errors.ts';

/** Stands in the data directory of a demo, and in no other; what has none is never emptied. */
const markerName = 'docwright-demo.json';
const marker = z.object({
  /** The demo that works there now. */
  running: z.object({ url: z.url(), process: z.int() }).optional(),
});

/** Throws `DemoFolderNotOurs` or `DemoFolderInUse` when a demo must not empty the folder. Changes nothing. */
export async function checkDemoFolder(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length === 0) return;
  if (!names.includes(markerName)) throw new DemoFolderNotOurs(folder, 'it was not made by a demo');
  const { running } = await readMarker(folder);
  if (running !== undefined && (await isRunning(running))) throw new DemoFolderInUse(running);
}

/** Empties the folder for the demo of this process, which answers at `url`. Ask `checkDemoFolder` before. */
export async function claimDemoFolder(folder: string, url: string): Promise<void> {
  await makeFolder(folder);
  // The marker is never missing while anything lies there, so that a demo that was killed here can begin anew.
  await writeMarker(folder, { running: { url, process: process.pid } });
  const names = await namesIn(folder);
  await Promise.all(
    names.filter((name) => name !== markerName).map((name) => rm(join(folder, name), { recursive: true })),
  );
}

/** The demo of this process has ended; what it made stays to be looked at. */
export function releaseDemoFolder(folder: string): Promise<void> {
  return writeMarker(folder, {});
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new DemoFolderNotOurs(folder, code === 'ENOTDIR' ? 'it is a file' : `it cannot be read (${String(code)})`);
  }
}

async function readMarker(folder: string): Promise<z.infer<typeof marker>> {
  const text = await readFile(join(folder, markerName), 'utf8');
  try {
    return marker.parse(JSON.parse(text));
  } catch {
    // Cut off while it was written: whoever wrote it is gone.
    return {};
  }
}

async function writeMarker(folder: string, content: z.infer<typeof marker>): Promise<void> {
  await writeFile(join(folder, markerName), `${JSON.stringify(content)}\n`);
}

/** A number of a process may have been given anew and a port to another program, hardly both. */
async function isRunning({ url, process: number }: { url: string; process: number }): Promise<boolean> {
  if (number === process.pid) return false;
  try {
    process.kill(number, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    const answer = (isAlive: boolean) => () => {
      socket.destroy();
      resolve(isAlive);
    };
    socket.on('connect', answer(true)).on('error', answer(false)).setTimeout(2_000, answer(true));
  });
}
