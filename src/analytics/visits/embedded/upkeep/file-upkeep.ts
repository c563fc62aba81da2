import { lockWaitMilliseconds, type VisitDatabase } from '../columns/database.ts';

/** Pages given back in one transaction, 4 MiB. */
const pagesAtOnce = 500;
/** Between two of them, milliseconds, so that a writer who waits for the lock finds it free. */
const pause = 30;

/** Makes the file smaller after a deletion, and never keeps others waiting for it. */
export class FileUpkeep {
  readonly #database: VisitDatabase;
  #isLogToBeEmptied = false;

  constructor(database: VisitDatabase) {
    this.#database = database;
  }

  /** Of work that may have deleted: shrinks the file if it did. */
  afterDeletion<Result>(work: () => Result): Result {
    const before = this.#changes();
    try {
      return work();
    } finally {
      if (this.#changes() !== before) {
        this.#giveBackPages();
        this.#isLogToBeEmptied = true;
      }
    }
  }

  /** Empties the log after a deletion, for deleted ids would linger there; again later while somebody reads from it. */
  emptyLog(): void {
    if (!this.#isLogToBeEmptied) return;
    // Copies what it can while others write; what then remains is done at once or not at all.
    this.#database.pragma('wal_checkpoint(PASSIVE)');
    this.#database.pragma('busy_timeout = 0');
    try {
      const [state] = this.#database.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
      this.#isLogToBeEmptied = state?.busy !== 0;
    } finally {
      this.#database.pragma(`busy_timeout = ${lockWaitMilliseconds}`);
    }
  }

  #changes(): unknown {
    return this.#database.prepare('SELECT total_changes()').pluck().get();
  }

  #giveBackPages(): void {
    const free = () => this.#database.pragma('freelist_count', { simple: true }) as number;
    for (
      let remaining = free(), before = Infinity;
      remaining > 0 && remaining < before;
      before = remaining, remaining = free()
    ) {
      this.#database.pragma(`incremental_vacuum(${pagesAtOnce})`);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause);
    }
  }
}
