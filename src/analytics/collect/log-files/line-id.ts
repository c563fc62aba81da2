import { digestOf, digestWords, putDigest } from '../../digest.ts';
import { IdTable } from '../../id-table.ts';

/** Lines between which a repetition is looked for. */
const remembered = 10_000;

/**
 * Makes event ids of log lines, so that a file can be imported again, or under another name after rotation, without
 * counting twice: the digest of the line, and which occurrence of that line it is. Equal lines have equal times and
 * stand close together, so only the last ten thousand to twenty thousand are remembered. Reading the same file from its
 * beginning gives the same ids.
 */
export function createLineIds(): (line: string) => string {
  const words = new Uint32Array(digestWords);
  let recent = new SeenLines();
  let older = new SeenLines();
  return (line) => {
    const digest = digestOf(line);
    putDigest(digest, words);
    const occurrence = (recent.count(words) || older.count(words)) + 1;
    if (recent.size >= remembered) {
      older = recent;
      recent = new SeenLines();
    }
    recent.set(words, occurrence);
    return occurrence === 1 ? digest : `${digest}:${occurrence}`;
  };
}

class SeenLines {
  readonly #numbers = new IdTable(remembered);
  readonly #counts = new Uint32Array(remembered);

  get size(): number {
    return this.#numbers.size;
  }

  /** 0 for a line that was not seen. */
  count(digest: Uint32Array): number {
    return this.#counts[this.#numbers.find(digest, 0)] ?? 0;
  }

  set(digest: Uint32Array, count: number): void {
    this.#counts[this.#numbers.add(digest, 0)] = count;
  }
}
