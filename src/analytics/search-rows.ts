import type { CountRow } from './visits/visit-store.ts';

/** Rows whose value contains the text, whatever the case of its letters; their order stays. */
export async function* matchingRows(
  chunks: AsyncIterable<readonly CountRow[]>,
  search: string,
): AsyncIterable<readonly CountRow[]> {
  const wanted = search.toLowerCase();
  for await (const rows of chunks) yield rows.filter(({ value }) => value.toLowerCase().includes(wanted));
}

/** One page of rows that are walked; stops walking as soon as it is known whether there are more. */
export async function takePage(
  chunks: AsyncIterable<readonly CountRow[]>,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: readonly CountRow[]; hasMore: boolean }> {
  const found: CountRow[] = [];
  let passed = 0;
  for await (const rows of chunks) {
    const skipped = Math.min(rows.length, Math.max(0, offset - passed));
    passed += rows.length;
    found.push(...rows.slice(skipped, skipped + limit + 1 - found.length));
    if (found.length > limit) break;
  }
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}
