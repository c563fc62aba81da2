import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Rights of the owner to read and write. */
const ownerOnly = 0o600;

/**
 * Makes a database file that only its owner may read, or takes the rights of others away, whatever those of its folder are;
 * so too of the files that SQLite keeps beside it. What the system refuses is left to SQLite, which says what is wrong.
 */
export function keepPrivate(file: string): void {
  ifAllowed(() => {
    closeSync(openSync(file, 'wx', ownerOnly));
  });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    ifAllowed(() => {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && stats.uid === process.getuid?.() && (stats.mode & 0o077) !== 0)
        chmodSync(path, ownerOnly);
    });
  }
}

function ifAllowed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
