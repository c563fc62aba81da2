import { useState } from 'react';
import type { DiffFile } from './read-diff.ts';

const storageKey = 'viewed';
/** Changes whose marks are kept, the latest. */
const mostViewed = 100;

/** Paths of the files that were looked at, each with the fingerprint that it had then, and a blank between two. */
type Marks = Readonly<Record<string, string>>;
/** A path stands twice in a change where a file became a link, or a link a file: once deleted, once added. */
const fingerprintsOfPath = 2;

/**
 * Which files of a change the reader has ticked off, kept in this browser. A file that changes is unread again. `changeId`
 * is the job that made the change, wherever it is looked at, or else its pull request.
 */
export function useViewed(changeId: string): {
  readonly isViewed: (file: DiffFile) => boolean;
  readonly setViewed: (file: DiffFile, isViewed: boolean) => void;
} {
  const [marks, setMarks] = useState<Marks>(() => stored().get(changeId) ?? {});
  const fingerprintsOf = (path: string) => (Object.hasOwn(marks, path) ? (marks[path] ?? '').split(' ') : []);
  return {
    isViewed: ({ path, fingerprint }) => fingerprintsOf(path).includes(fingerprint),
    setViewed: ({ path, fingerprint }, isViewed) => {
      const otherMarks = Object.fromEntries(Object.entries(marks).filter(([markedPath]) => markedPath !== path));
      const before = fingerprintsOf(path).filter((knownFingerprint) => knownFingerprint !== fingerprint);
      const now = isViewed ? [fingerprint, ...before].slice(0, fingerprintsOfPath) : before;
      const next = now.length > 0 ? { ...otherMarks, [path]: now.join(' ') } : otherMarks;
      setMarks(next);
      store(changeId, next);
    },
  };
}

function stored(): Map<string, Marks> {
  try {
    return new Map(JSON.parse(localStorage.getItem(storageKey) ?? '[]') as [string, Marks][]);
  } catch {
    return new Map();
  }
}

function store(changeId: string, marks: Marks): void {
  const all = stored();
  all.delete(changeId);
  all.set(changeId, marks);
  try {
    localStorage.setItem(storageKey, JSON.stringify([...all].slice(-mostViewed)));
  } catch {
    // Storage is turned off or full: the marks last until the page is left.
  }
}
