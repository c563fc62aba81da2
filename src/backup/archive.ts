import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { create, extract, list, ReadEntry } from 'tar';
import { chunksEnding, joinChunks } from './chunks.ts';
import { countRows, countViews } from './count-rows.ts';
import { readStorageFault } from '../kernel/storage-fault.ts';
import { BackedUpDamage, BackupDamaged } from './errors.ts';
import { listFiles } from './list-files.ts';
import { writingTo } from './place-fault.ts';
import { databaseFiles, manifestFile, manifestSchema, sealedKeyFile, type Manifest } from './manifest.ts';
import { completeRepositories, isOfRepository } from './repositories.ts';

/** Fast rather than small: the disk is slower than this. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } };

/** Writes the folder, its manifest first, as a tar compressed by zstd; on disk when it returns. */
export async function writeArchive(file: string, folder: string): Promise<void> {
  // Folders too: git takes a folder for a repository only with those that may be empty.
  const otherNames = (await readdir(folder)).filter((name) => name !== manifestFile).sort();
  const packed = create({ cwd: folder, portable: true, strict: true }, [manifestFile, ...otherNames]);
  await pipeline(packed, createZstdCompress(zstd), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

/**
 * Unpacks an archive into a new folder, and proves that everything in it is what was written: every file by its hash, both
 * databases by SQLite's own check, every count by counting again. `chunks` is where those of an incremental archive lie.
 * Throws `BackupDamaged`, which names `place`.
 */
export function unpackArchive(file: string, options: Unpacking): Promise<Manifest> {
  return writingTo(options.into, () => unpack(file, options));
}

interface Unpacking {
  readonly into: string;
  readonly place: string;
  readonly chunks: string;
  /** Asked once the manifest is read, before anything else in the archive is. Throws what it finds. */
  readonly authenticate?: (manifest: Manifest) => Promise<void>;
}

async function unpack(file: string, { into, place, chunks, authenticate }: Unpacking): Promise<Manifest> {
  await mkdir(into, { recursive: true, mode: 0o700 });
  const names = new Set<string>();
  let foreign: string | undefined;
  const filter = (path: string, entry: unknown): boolean => {
    if (!(entry instanceof ReadEntry)) return false;
    const isFolder = entry.type === 'Directory';
    const kind = isFolder || entry.type === 'File' || entry.type === 'OldFile' ? kindOf(path, isFolder) : 'foreign';
    if (kind === 'foreign') foreign ??= path;
    if (!isFolder) names.add(path);
    entry.mode = isFolder ? 0o700 : 0o600;
    return kind === 'taken';
  };
  await pipeline(
    createReadStream(file),
    createZstdDecompress(),
    extract({ cwd: into, strict: true, noMtime: true, filter }),
  ).catch((error: unknown) => {
    throw isOfTheDisk(error) ? error : new BackupDamaged(place, 'it is incomplete or not a backup', error);
  });
  if (foreign !== undefined) throw new BackupDamaged(place, `${foreign} is nothing that a backup holds`);
  const manifest = await readManifest(into, place);
  await authenticate?.(manifest);
  for (const name of databaseFiles) await joinChunks(join(into, name), { store: chunks, place });
  await checkFiles(into, { manifest, names, place });
  for (const name of databaseFiles) checkDatabase(join(into, name), { manifest, name, place });
  await completeRepositories(join(into, 'repositories'));
  return manifest;
}

/** By its path. What older archives have too is left out: hooks and settings of repositories, what SQLite leaves when it reads. */
function kindOf(path: string, isFolder: boolean): 'taken' | 'left out' | 'foreign' {
  const [top = '', name = '', ...inside] = path.replace(/\/$/, '').split('/');
  if (name === '' && /^docwright\.sqlite-(?:shm|wal)$/.test(top)) return 'left out';
  if (top !== 'repositories') return !isFolder && name === '' && topFiles.has(top) ? 'taken' : 'foreign';
  if (isFolder) return inside.length === 0 || /^(?:refs|objects)$/.test(inside[0] ?? '') ? 'taken' : 'left out';
  return isOfRepository(inside.join('/')) ? 'taken' : 'left out';
}

const topFiles = new Set<string>([
  ...[manifestFile, sealedKeyFile, ...databaseFiles],
  ...databaseFiles.map((name) => `${name}${chunksEnding}`),
]);

/** The lists of chunks in an archive; none in one that holds its databases itself. */
export async function readChunkLists(file: string): Promise<string[]> {
  const lists: Promise<string>[] = [];
  const collect = list({
    onReadEntry: (entry) => {
      if (entry.path.endsWith(chunksEnding)) lists.push(entry.concat().then(String));
      else entry.resume();
    },
  });
  await pipeline(createReadStream(file), createZstdDecompress(), collect);
  return Promise.all(lists);
}

async function readManifest(folder: string, place: string): Promise<Manifest> {
  try {
    const handle = await open(join(folder, manifestFile));
    return manifestSchema.parse(JSON.parse(await handle.readFile('utf8').finally(() => handle.close())));
  } catch (error) {
    throw new BackupDamaged(place, `its ${manifestFile} is missing or from a newer version of Docwright`, error);
  }
}

/** `names` are those of all files in the archive, with those that were left out. */
async function checkFiles(
  folder: string,
  { manifest, names, place }: { manifest: Manifest; names: ReadonlySet<string>; place: string },
): Promise<void> {
  const hashByPath = new Map((await listFiles(folder)).map(({ path, sha256 }) => [path, sha256]));
  hashByPath.delete(manifestFile);
  for (const { path, sha256 } of manifest.files) {
    if (names.has(path) && kindOf(path, false) === 'left out') continue;
    if (hashByPath.get(path) !== sha256) throw new BackupDamaged(place, `${path} differs from what was written`);
    hashByPath.delete(path);
  }
  const listed = new Set(manifest.files.map(({ path }) => path));
  const [extraPath] = [...hashByPath.keys(), ...[...names].filter((name) => !topFiles.has(name) && !listed.has(name))];
  if (extraPath !== undefined) throw new BackupDamaged(place, `${extraPath} does not belong to it`);
}

function checkDatabase(
  file: string,
  { manifest, name, place }: { manifest: Manifest; name: (typeof databaseFiles)[number]; place: string },
): void {
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { fileMustExist: true });
    // Nothing of the check is to lie beside the file.
    database.pragma('journal_mode = DELETE');
    const checkResult = database.pragma('integrity_check', { simple: true });
    if (checkResult !== 'ok') throw new BackedUpDamage(place, name, String(checkResult));
    const rows = countRows(database);
    for (const [table, count] of Object.entries(manifest.rows[name])) {
      if (rows[table] === count) continue;
      throw new BackupDamaged(place, `${name} has ${rows[table] ?? 0} rows in ${table} instead of ${count}`);
    }
    if (name === 'visits.sqlite' && countViews(database) !== manifest.views) {
      throw new BackupDamaged(place, `${name} has ${countViews(database)} views instead of ${manifest.views}`);
    }
  } catch (error) {
    if (error instanceof BackupDamaged || isOfTheDisk(error)) throw error;
    throw new BackupDamaged(place, `${name} is missing or not a database`, error);
  } finally {
    database?.close();
  }
}

function isOfTheDisk(error: unknown): boolean {
  return (
    readStorageFault(error) !== undefined ||
    (error instanceof Error && 'code' in error && /^(?:EACCES|ENOENT)$/.test(String(error.code)))
  );
}
