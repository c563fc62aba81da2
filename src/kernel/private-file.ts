import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Rights of the owner to read and write. */
const ownerOnly = 0o600;

/**
 * Makes a database file that only its owner may read, or takes the rights of others away, whatever those of its folder are;
 * so too of the files that SQLite keeps beside it. A file of another owner is left as it is. Throws as `openSync` does.
 */
export function keepPrivate(file: string): void {
  // `a` makes the file and changes nothing of one that is there.
  closeSync(openSync(file, 'a', ownerOnly));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o077) !== 0)
      chmodSync(path, ownerOnly);
  }
}
