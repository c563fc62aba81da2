import type { Chunk, RowsOfDay, Words } from './own-rows.ts';

/** At most so many rows are looked at together: what is read of them stays in the processor's second-level cache. */
export const chunkRows = 65_536;

export interface RowChunk extends Chunk {
  readonly rows: RowsOfDay;
}

/** The rows of a day; where they lie by page, without those of pages that `passes` leaves out. */
export function chunksOf(
  rows: RowsOfDay,
  { passes, withPages }: { passes: Uint8Array | undefined; withPages: boolean },
): RowChunk[] {
  if (rows.pages && (passes || withPages)) {
    const kept = passes ? undefined : rows.chunks?.();
    return (kept ?? chunksByPage(rows.pages(), passes)).map((chunk) => ({ rows, ...chunk }));
  }
  const chunks: RowChunk[] = [];
  const { length } = rows.column('visitor');
  for (let begin = 0; begin < length; begin += chunkRows) {
    const end = Math.min(length, begin + chunkRows);
    chunks.push({ rows, length: end - begin, stretches: Uint32Array.of(begin, end), pages: undefined });
  }
  return chunks;
}

/** `runs` are the pages, then as many numbers of rows. */
export function chunksByPage(runs: Words, passes?: Uint8Array): Chunk[] {
  const chunks: Chunk[] = [];
  const count = runs.length / 2;
  let rows = 0;
  for (let run = count; run < runs.length; run += 1) rows += runs[run]!;
  // A page that goes on in another chunk is in both.
  const pages = new Uint32Array((count + Math.ceil(rows / chunkRows)) * 2);
  let [firstPage, pagesEnd, length] = [0, 0, 0];
  let stretches: number[] = [];
  /** Of the stretch under way. */
  let [from, to] = [0, 0];
  const endChunk = () => {
    stretches.push(from, to);
    chunks.push({ length, stretches: Uint32Array.from(stretches), pages: pages.slice(firstPage, pagesEnd) });
    [firstPage, length, stretches, from] = [pagesEnd, 0, [], to];
  };
  for (let index = 0, end = 0; index < count; index += 1) {
    const page = runs[index]!;
    let begin = end;
    end += runs[count + index]!;
    if (passes && !passes[page]) continue;
    while (begin < end) {
      const taken = Math.min(end - begin, chunkRows - length);
      if (begin !== to) {
        if (to > from) stretches.push(from, to);
        from = begin;
      }
      begin += taken;
      to = begin;
      length += taken;
      pages[pagesEnd] = page;
      pages[pagesEnd + 1] = length;
      pagesEnd += 2;
      if (length === chunkRows) endChunk();
    }
  }
  if (length > 0) endChunk();
  return chunks;
}
