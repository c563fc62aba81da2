import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, type Stats } from 'node:fs';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MasterKeyExposed, MasterKeyInvalid, MasterKeyMissing, MasterKeyUnreadable } from './errors.ts';

/** Where the master keys of a process come from. */
export interface KeySources {
  readonly fromEnvironment: string | undefined;
  /** The key that a rotation changes to. */
  readonly nextFromEnvironment: string | undefined;
  readonly dataDirectory: string;
}

export const masterKeyFile = 'master.key';
/** There while a rotation is under way. */
export const nextKeyFile = 'master.key.next';

/** The keys that this process may use at the moment. What cannot be used is left out: it is reported where it is needed. */
export function readMasterKeys({ fromEnvironment, nextFromEnvironment, dataDirectory }: KeySources): Buffer[] {
  const texts = [
    fromEnvironment ?? readIfThere(join(dataDirectory, masterKeyFile)),
    nextFromEnvironment ?? readIfThere(join(dataDirectory, nextKeyFile)),
  ];
  return texts.flatMap((text) => (text !== undefined && isKey(text.trim()) ? [decode(text, '')] : []));
}

function readIfThere(file: string): string | undefined {
  try {
    return isExposed(statSync(file)) ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The 32 bytes that secrets at rest are encrypted with: from the environment if given, else from
 * `<dataDir>/master.key` (or another `file`), which is made with mode 0600 when it is missing and `make` allows it. Processes that start
 * together get the same key. Throws `MasterKeyMissing`, `MasterKeyInvalid`, `MasterKeyExposed` or `MasterKeyUnreadable`.
 */
export async function loadMasterKey(options: {
  fromEnvironment: string | undefined;
  dataDir: string;
  make: boolean;
  file?: string;
}): Promise<Buffer> {
  if (options.fromEnvironment !== undefined) return decode(options.fromEnvironment, 'the environment');
  const file = options.file ?? join(options.dataDir, masterKeyFile);
  if (options.make) await makeUnlessThere(options.dataDir, file);
  const stats = (await stat(file).catch(ignoreMissing)) ?? refuseMissing(file);
  // Docker makes a folder where the file of a mount is missing.
  if (!stats.isFile()) throw new MasterKeyInvalid(file);
  if (isExposed(stats)) throw new MasterKeyExposed(file, stats.mode & 0o777);
  return decode(await readFile(file, 'utf8').catch(refuseUnreadable(file)), file);
}

/** Windows has no such mode bits; there the rights of the folder decide. */
function isExposed({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function refuseMissing(file: string): never {
  throw new MasterKeyMissing(file);
}

function refuseUnreadable(file: string): (error: unknown) => never {
  return (error) => {
    throw hasCode(error, 'EACCES') ? new MasterKeyUnreadable(file, error) : error;
  };
}

function decode(text: string, source: string): Buffer {
  const key = text.trim();
  if (!isKey(key)) throw new MasterKeyInvalid(source);
  return Buffer.from(key, 'base64');
}

function isKey(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text);
}

/** Written in full beside its place, then linked there: `link` fails when another process was first. */
async function makeUnlessThere(dataDir: string, file: string): Promise<void> {
  if ((await stat(file).catch(ignoreMissing)) !== undefined) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch(ignoreExisting);
  } finally {
    await rm(draft, { force: true });
  }
}

function ignoreMissing(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return undefined;
  throw error;
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
