import { useEffect, useState } from 'react';
import { read } from '../reading/reader.ts';
import type { MarkedToken } from './changed-words.ts';
import type { DiffFile } from './read-diff.ts';

/** The coloured parts of each line of each hunk, once they are wanted and read; until then, and for some ever, undefined. */
export function useColours(file: DiffFile, isWanted: boolean): readonly (readonly MarkedToken[][])[] | undefined {
  const [colours, setColours] = useState<{ file: DiffFile; lines: MarkedToken[][][] }>();
  useEffect(() => {
    if (!isWanted || file.hunks.length === 0) return;
    let isCurrent = true;
    read('colours', { path: file.path, hunks: file.hunks }).then(
      (lines) => {
        if (isCurrent) setColours({ file, lines });
      },
      // Too hard to colour: the lines are there without.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [file, isWanted]);
  return colours?.file === file ? colours.lines : undefined;
}
