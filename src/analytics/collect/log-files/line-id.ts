import { hash } from 'node:crypto';

/** Lines between which a repetition is looked for. */
const remembered = 10_000;

/**
 * Makes event ids of log lines, so that a file can be imported again, or under another name after rotation, without
 * counting twice: the hash of the line, and which occurrence of that line it is. Equal lines have equal times and stand
 * close together, so only the last ten thousand to twenty thousand are remembered. Reading the same file from its
 * beginning gives the same ids.
 */
export function createLineIds(): (line: string) => string {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  return (line) => {
    const digest = hash('sha256', line, 'base64url').slice(0, 22);
    const occurrence = (recent.get(digest) ?? older.get(digest) ?? 0) + 1;
    if (recent.size >= remembered) {
      older = recent;
      recent = new Map();
    }
    recent.set(digest, occurrence);
    return occurrence === 1 ? `log:${digest}` : `log:${digest}:${occurrence}`;
  };
}
