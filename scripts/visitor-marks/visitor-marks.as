// Counts distinct visitors by a bit per visitor and class: `npm run marks` makes `visitor-marks.generated.ts` of it, whose only
// caller, `visitor-marks.ts`, lays the memory out. AssemblyScript, whose bit operations and memory have the processor's cost.
//
// Marks: for each 32 visitors a word of those seen as human, then one of those seen as AI.

/** Differences of one byte; the highest stands for itself with no visitor after it. Zeros that fill the last word change nothing. */
function markBytes(marks: u32, at: u32, end: u32, visitor: u32): u32 {
  for (; at < end; at += 4) {
    const four = load<u32>(at);
    visitor += four & 0xff;
    mark(marks, visitor, (four & 0xff) != 0xff);
    visitor += (four >> 8) & 0xff;
    mark(marks, visitor, ((four >> 8) & 0xff) != 0xff);
    visitor += (four >> 16) & 0xff;
    mark(marks, visitor, ((four >> 16) & 0xff) != 0xff);
    visitor += four >> 24;
    mark(marks, visitor, four >> 24 != 0xff);
  }
  return visitor;
}

function markHalves(marks: u32, at: u32, end: u32, visitor: u32): u32 {
  for (; at < end; at += 4) {
    const two = load<u32>(at);
    visitor += two & 0xffff;
    mark(marks, visitor, (two & 0xffff) != 0xffff);
    visitor += two >> 16;
    mark(marks, visitor, two >> 16 != 0xffff);
  }
  return visitor;
}

function markWords(marks: u32, at: u32, end: u32): void {
  for (; at < end; at += 4) mark(marks, load<u32>(at), true);
}

/** Without a branch: whether a place is of a visitor cannot be foreseen. */
function mark(marks: u32, visitor: u32, isVisitor: bool): void {
  const word = marks + ((visitor >> 5) << 3);
  store<u32>(word, load<u32>(word) | (<u32>isVisitor << (visitor & 31)));
}

/** A run, or a piece of one that goes on after `visitor`; returns its last. `width`: bytes per place. */
export function markRun(marks: u32, at: u32, end: u32, width: u32, visitor: u32): u32 {
  if (width == 1) return markBytes(marks, at, end, visitor);
  if (width == 2) return markHalves(marks, at, end, visitor);
  markWords(marks, at, end);
  return 0;
}

/**
 * Counts and clears the marks of 32 visitors: 21 bits each for how many were seen as human, as AI, and as either. No more than 2^20 are
 * ever added up so.
 */
function take(word: u32): u64 {
  const both = load<u64>(word);
  store<u64>(word, 0);
  return (
    popcnt<u64>(both & 0xffffffff) | (popcnt<u64>(both >> 32) << 21) | (popcnt<u64>((both | (both >> 32)) & 0xffffffff) << 42)
  );
}

function takeAt(marks: u32, visitor: u32): u64 {
  return take(marks + ((visitor >> 5) << 3));
}

/** What the run may have marked. A place without a visitor is taken too: what it holds is of the same group. */
function takeRun(marks: u32, at: u32, end: u32, width: u32): u64 {
  let visitor: u32 = 0;
  let counts: u64 = 0;
  if (width == 1) {
    for (; at < end; at += 4) {
      const four = load<u32>(at);
      counts += takeAt(marks, (visitor += four & 0xff));
      counts += takeAt(marks, (visitor += (four >> 8) & 0xff));
      counts += takeAt(marks, (visitor += (four >> 16) & 0xff));
      counts += takeAt(marks, (visitor += four >> 24));
    }
  } else if (width == 2) {
    for (; at < end; at += 4) {
      const two = load<u32>(at);
      counts += takeAt(marks, (visitor += two & 0xffff));
      counts += takeAt(marks, (visitor += two >> 16));
    }
  } else {
    for (; at < end; at += 4) counts += takeAt(marks, load<u32>(at));
  }
  return counts;
}

function writeCounts(into: u32, counts: u64): void {
  store<u32>(into, load<u32>(into) + (<u32>counts & 0x1fffff));
  store<u32>(into, load<u32>(into, 4) + (<u32>(counts >> 21) & 0x1fffff), 4);
  store<u32>(into, load<u32>(into, 8) + <u32>(counts >> 42), 8);
}

/** Counts and clears all marks, and adds how many were human, AI and either to `into`. */
export function takeAll(marks: u32, end: u32, into: u32): void {
  while (marks < end) {
    const pieceEnd = min(end, marks + (1 << 17));
    let counts: u64 = 0;
    for (; marks < pieceEnd; marks += 8) counts += take(marks);
    writeCounts(into, counts);
  }
}

/**
 * Groups of few visitors, whose marks are cleared one by one. A run is four words: where it begins and ends in its part, its part, and
 * its width, plus 8 for AI, plus 16 for the last of its group. `bases`: where each part lies. Three counts for each group.
 */
export function countGroups(marks: u32, runs: u32, end: u32, bases: u32, counts: u32): void {
  let first = runs;
  for (let run = runs; run < end; run += 16) {
    const kind = load<u32>(run, 12);
    const base = load<u32>(bases + (load<u32>(run, 8) << 2));
    markRun(marks + ((kind & 8) >> 1), base + load<u32>(run), base + load<u32>(run, 4), kind & 7, 0);
    if ((kind & 16) == 0) continue;
    let taken: u64 = 0;
    for (; first <= run; first += 16) {
      const base = load<u32>(bases + (load<u32>(first, 8) << 2));
      taken += takeRun(marks, base + load<u32>(first), base + load<u32>(first, 4), load<u32>(first, 12) & 7);
    }
    writeCounts(counts, taken);
    counts += 12;
  }
}

// Rows of a day in the order in which they are stored, a chunk at a time. A byte of each row says as what it counts: 1 human, 2 AI, 0
// not at all.

function classAt<T>(column: u32, mask: u32, table: u32, size: u32): u32 {
  const value = <u32>load<T>(column) & mask;
  // Of one byte the table has every value.
  return <u32>load<u8>(table + (sizeof<T>() == 1 ? value : min(value, size)));
}

/**
 * Leaves of each class what the table has at the row's value, four rows at a time: past the end, too, where nothing is looked at. `size`:
 * of the table, which is 256 at least; it has one more place, of 0.
 */
function keepOf<T>(classes: u32, end: u32, column: u32, mask: u32, table: u32, size: u32): void {
  for (; classes < end; classes += 4, column += 4 * sizeof<T>()) {
    const four = load<u32>(classes);
    if (four == 0) continue;
    const kept =
      classAt<T>(column, mask, table, size) |
      (classAt<T>(column + sizeof<T>(), mask, table, size) << 8) |
      (classAt<T>(column + 2 * sizeof<T>(), mask, table, size) << 16) |
      (classAt<T>(column + 3 * sizeof<T>(), mask, table, size) << 24);
    store<u32>(classes, four & kept);
  }
}

export function keepRows(
  classes: u32,
  end: u32,
  column: u32,
  width: u32,
  mask: u32,
  table: u32,
  size: u32,
): void {
  if (width == 1) keepOf<u8>(classes, end, column, mask, table, size);
  else if (width == 2) keepOf<u16>(classes, end, column, mask, table, size);
  else keepOf<u32>(classes, end, column, mask, table, size);
}

function keepBetweenOf<T>(classes: u32, end: u32, column: u32, from: u32, to: u32): void {
  for (; classes < end; classes += 1, column += sizeof<T>()) {
    const value = <u32>load<T>(column);
    store<u8>(classes, load<u8>(classes) & <u8>(0 - <u32>(value >= from && value < to)));
  }
}

/** `to` is not in it. */
export function keepBetween(classes: u32, end: u32, column: u32, width: u32, from: u32, to: u32): void {
  if (width == 1) keepBetweenOf<u8>(classes, end, column, from, to);
  else if (width == 2) keepBetweenOf<u16>(classes, end, column, from, to);
  else keepBetweenOf<u32>(classes, end, column, from, to);
}

/** Replaces each word by what the table has for it once it is divided. */
export function lookUp(words: u32, end: u32, divisor: u32, table: u32): void {
  for (; words < end; words += 4) store<u32>(words, load<u32>(table + ((load<u32>(words) / divisor) << 2)));
}

export function highest(words: u32, end: u32): u32 {
  let found: u32 = 0;
  for (; words < end; words += 4) found = max(found, load<u32>(words));
  return found;
}

// An entry of a row that counts is two words: its key, which is twice its value, and 1 more as AI, and its visitor. `counts` is of
// entries by key.

function gatherOf<T>(classes: u32, end: u32, visitor: u32, column: u32, counts: u32, into: u32): u32 {
  for (; classes < end; classes += 1, visitor += 4, column += sizeof<T>()) {
    const as = <u32>load<u8>(classes);
    const isCounted = <u32>(as != 0);
    const key = ((<u32>load<T>(column)) << 1) + (as >> 1);
    store<u32>(into, key);
    store<u32>(into, load<u32>(visitor), 4);
    const count = counts + (key << 2);
    store<u32>(count, load<u32>(count) + isCounted);
    into += isCounted << 3;
  }
  return into;
}

/** Entries of rows by the value of a column; returns where they end. */
export function gather(
  classes: u32,
  end: u32,
  visitor: u32,
  column: u32,
  width: u32,
  counts: u32,
  into: u32,
): u32 {
  if (width == 1) return gatherOf<u8>(classes, end, visitor, column, counts, into);
  if (width == 2) return gatherOf<u16>(classes, end, visitor, column, counts, into);
  return gatherOf<u32>(classes, end, visitor, column, counts, into);
}

/** Entries of rows that lie by their value: of each run two words, its value, and which class is the first after it. */
export function gatherRuns(classes: u32, visitor: u32, runs: u32, runsEnd: u32, counts: u32, into: u32): u32 {
  for (; runs < runsEnd; runs += 8) {
    const key = load<u32>(runs) << 1;
    const end = load<u32>(runs, 4);
    const begin = into;
    let ai: u32 = 0;
    for (; classes < end; classes += 1, visitor += 4) {
      const as = <u32>load<u8>(classes);
      store<u32>(into, key + (as >> 1));
      store<u32>(into, load<u32>(visitor), 4);
      into += (<u32>(as != 0)) << 3;
      ai += as >> 1;
    }
    const count = counts + (key << 2);
    store<u32>(count, load<u32>(count) + ((into - begin) >> 3) - ai);
    store<u32>(count, load<u32>(count, 4) + ai, 4);
  }
  return into;
}

/** Visitors in the order of keys. `places`: by key where its next visitor goes, counted in visitors. */
export function scatter(entries: u32, end: u32, places: u32, into: u32): void {
  for (; entries < end; entries += 8) {
    const place = places + (load<u32>(entries) << 2);
    const at = load<u32>(place);
    store<u32>(into + (at << 2), load<u32>(entries, 4));
    store<u32>(place, at + 1);
  }
}
