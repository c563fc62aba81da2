import type { WrittenFile, WrittenFiles } from './sandbox.ts';

/** Most that is read of what a command wrote, in bytes: the names of all files, and an archive of those to keep. */
export const writtenLimits = { names: 1024 * 1024, archive: 32 * 1024 * 1024 };

/** Stands after the names when all of them were listed. */
export const endOfNames = '//';

const blockBytes = 512;

/** Puts together what came out of a sandbox: names that end with a zero byte each, and a tar archive as GNU tar writes it. */
export function readWritten(names: Buffer, archive: Buffer): WrittenFiles {
  const listed = names.toString('utf8').split('\0').slice(0, -1);
  const { files, isWhole } = readArchive(archive);
  const kept = new Set(files.map(({ path }) => path));
  return {
    files,
    others: listed
      .filter((name) => name !== endOfNames)
      .map(plain)
      .filter((path) => !kept.has(path)),
    isWhole: isWhole && listed.at(-1) === endOfNames,
  };
}

/** Links and devices are passed over; an archive that breaks off is read as far as it goes. */
function readArchive(archive: Buffer): { files: WrittenFile[]; isWhole: boolean } {
  const files: WrittenFile[] = [];
  let longName: string | undefined;
  for (let start = 0; start + blockBytes <= archive.length;) {
    const header = archive.subarray(start, start + blockBytes);
    if (header[0] === 0) return { files, isWhole: true };
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const from = start + blockBytes;
    if (!(size >= 0) || from + size > archive.length) break;
    const content = archive.subarray(from, from + size);
    const type = header.toString('latin1', 156, 157);
    if (type === 'L') longName = textOf(content);
    else {
      const path = plain(longName ?? textOf(header.subarray(0, 100)));
      // A name that is not UTF-8 would come out as another one.
      if (type === '0' && !path.includes('\u{fffd}')) files.push({ path, bytes: new Uint8Array(content) });
      longName = undefined;
    }
    start = from + Math.ceil(size / blockBytes) * blockBytes;
  }
  return { files, isWhole: archive.length === 0 };
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

function plain(path: string): string {
  return path.replace(/^\.\//, '');
}
