import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that are sorted before other work has its turn: some milliseconds. */
const rowsInTurn = 5_000;

/** The rows as `toSorted` gives them, without holding the event loop for the whole of them. */
export async function sortInTurns<Row>(
  rows: readonly Row[],
  compare: (one: Row, other: Row) => number,
): Promise<Row[]> {
  let runs: Row[][] = [];
  for (let start = 0; start < rows.length; start += rowsInTurn) {
    runs.push(rows.slice(start, start + rowsInTurn).sort(compare));
    await nextTurn();
  }
  while (runs.length > 1) {
    const merged: Row[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** Of equal rows, those of the first run come first. */
async function merge<Row>(
  first: readonly Row[],
  second: readonly Row[],
  compare: (one: Row, other: Row) => number,
): Promise<Row[]> {
  const merged: Row[] = [];
  let [left, right] = [0, 0];
  while (left < first.length || right < second.length) {
    const [one, other] = [first[left], second[right]];
    if (one !== undefined && (other === undefined || compare(one, other) <= 0)) {
      merged.push(one);
      left += 1;
    } else if (other !== undefined) {
      merged.push(other);
      right += 1;
    }
    if (merged.length % rowsInTurn === 0) await nextTurn();
  }
  return merged;
}
