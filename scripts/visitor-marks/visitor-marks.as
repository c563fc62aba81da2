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
