import type { Part, Runs } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import { sortOrder } from '../columns/sort-order.ts';

/**
 * A part as it is kept in memory. Visitors ascend within a run, so each is written as its difference from the one
 * before, with as many bytes as suit most differences of the run. The highest number that fits stands for itself with
 * no visitor after it, so that a wide gap takes several places. One width per run is what reading without guessing
 * needs: with a width per number, as in a variable-length code, half of the time goes into mispredicted branches.
 */
export interface PackedPart extends Runs {
  /** Bytes per place in each run: 1, 2 or 4. With 4, the visitors themselves are written. */
  readonly width: Uint8Array<ArrayBuffer>;
  /** Where each run begins, in bytes, a multiple of 4; `start` still counts visitors. */
  readonly offset: Uint32Array<ArrayBuffer>;
  /** The same memory three times. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly halves: Uint16Array<ArrayBuffer>;
  readonly words: Uint32Array<ArrayBuffer>;
}

/** Mean differences below which one, or two, bytes hold 24 of 25 differences. */
const narrowBelow = 80;
const middleBelow = 20_000;

/** The part's visitors must ascend within each run. */
export function packPart(part: Part): PackedPart {
  const packer = new PartPacker();
  for (let run = 0; run < part.group.length; run += 1) {
    const visitors = part.visitors.subarray(part.start[run], part.start[run + 1]);
    packer.add(part.group[run]!, part.category[run]!, part.views[run]!, visitors);
  }
  return packer.finish();
}

/** Writes the visitors of a run into `into`, which must have room for them, and returns how many they are. */
export function unpackRun(part: PackedPart, run: number, into: Uint32Array): number {
  const length = part.start[run + 1]! - part.start[run]!;
  const offset = part.offset[run]!;
  switch (part.width[run]) {
    case 1:
      unpackBytes(part.bytes, offset, into, length);
      break;
    case 2:
      unpackHalves(part.halves, offset >>> 1, into, length);
      break;
    default:
      copyWords(part.words, offset >>> 2, into, length);
  }
  return length;
}

// The same twice, since a loop over arrays of several types is compiled for none of them.
function unpackBytes(from: Uint8Array, offset: number, into: Uint32Array, length: number): void {
  let position = offset;
  let visitor = 0;
  for (let index = 0; index < length; position += 1) {
    const difference = from[position]!;
    visitor += difference;
    if (difference === 0xff) continue;
    into[index] = visitor;
    index += 1;
  }
}

function unpackHalves(from: Uint16Array, offset: number, into: Uint32Array, length: number): void {
  let position = offset;
  let visitor = 0;
  for (let index = 0; index < length; position += 1) {
    const difference = from[position]!;
    visitor += difference;
    if (difference === 0xffff) continue;
    into[index] = visitor;
    index += 1;
  }
}

function copyWords(from: Uint32Array, offset: number, into: Uint32Array, length: number): void {
  for (let index = 0; index < length; index += 1) into[index] = from[offset + index]!;
}

/**
 * The runs of all parts as one part, under other groups where some are given; several may be of one group and category then. Counting
 * walks its parts side by side, and one costs less than many.
 */
export function joinParts(parts: readonly PackedPart[], groupOf = (group: number): number => group): PackedPart {
  const partOfGroup = Uint32Array.from(parts.flatMap(({ group }, index) => Array<number>(group.length).fill(index)));
  const runs = partOfGroup.length;
  const partOfRun = new Uint32Array(runs);
  const group = new Uint32Array(runs);
  const category = new Uint32Array(runs);
  let row = 0;
  for (const part of parts) {
    for (let run = 0; run < part.group.length; run += 1, row += 1) {
      partOfRun[row] = run;
      group[row] = groupOf(part.group[run]!);
      category[row] = part.category[run]!;
    }
  }
  const order = sortOrder(runs, [category, group]);
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.words.length, 0));
  const joined: PackedPart = {
    group: order.map((row) => group[row]!),
    category: order.map((row) => category[row]!),
    views: new Uint32Array(runs),
    width: new Uint8Array(runs),
    start: new Uint32Array(runs + 1),
    offset: new Uint32Array(runs),
    bytes: new Uint8Array(words.buffer),
    halves: new Uint16Array(words.buffer),
    words,
  };
  let position = 0;
  for (let index = 0; index < runs; index += 1) {
    const row = order[index]!;
    const part = parts[partOfGroup[row]!]!;
    const run = partOfRun[row]!;
    joined.views[index] = part.views[run]!;
    joined.width[index] = part.width[run]!;
    joined.start[index + 1] = joined.start[index]! + part.start[run + 1]! - part.start[run]!;
    joined.offset[index] = position * 4;
    const runWords = part.words.subarray(part.offset[run]! / 4, (part.offset[run + 1] ?? part.bytes.length) / 4);
    words.set(runWords, position);
    position += runWords.length;
  }
  return joined;
}

/** Visitors of the longest run of all the parts. */
export function longestRun(parts: readonly Runs[]): number {
  let longest = 0;
  for (const { start } of parts) {
    for (let run = 1; run < start.length; run += 1) longest = Math.max(longest, start[run]! - start[run - 1]!);
  }
  return longest;
}

export function arraysOfPacked({ group, category, views, start, width, offset, bytes }: PackedPart): ArrayBufferView[] {
  return [group, category, views, start, width, offset, bytes];
}

/** Words to begin with. */
const smallRoom = 16_384;

/** Makes packed parts run by run, one after another in the same memory. */
export class PartPacker {
  #room = new Uint32Array(smallRoom);
  /** In bytes. */
  #length = 0;
  #visitors = 0;
  #runs = noRuns();

  /** Visitors ascend, and groups and categories from call to call. */
  add(group: number, category: number, views: number, visitors: Uint32Array): void {
    const span = visitors.at(-1) ?? 0;
    const mean = span / visitors.length;
    const width = mean < narrowBelow ? 1 : mean < middleBelow ? 2 : 4;
    this.#runs.group.push(group);
    this.#runs.category.push(category);
    this.#runs.views.push(views);
    this.#runs.width.push(width);
    this.#runs.start.push(this.#visitors);
    this.#runs.offset.push(this.#length);
    this.#visitors += visitors.length;
    this.#reserve(width * (visitors.length + span / (256 ** width - 1)) + 4);
    const { buffer } = this.#room;
    const index = this.#length / width;
    const end =
      width === 1
        ? packDifferences(visitors, new Uint8Array(buffer), index, 0xff)
        : width === 2
          ? packDifferences(visitors, new Uint16Array(buffer), index, 0xffff)
          : packWords(visitors, this.#room, index);
    this.#length = Math.ceil((end * width) / 4) * 4;
  }

  /** The part of all runs since the last call. */
  finish(): PackedPart {
    const { group, category, views, width, start, offset } = this.#runs;
    start.push(this.#visitors);
    const words = new Uint32Array(this.#room.buffer.transfer(this.#length));
    this.#room = new Uint32Array(smallRoom);
    const part: PackedPart = {
      group: Uint32Array.from(group),
      category: Uint32Array.from(category),
      views: Uint32Array.from(views),
      width: Uint8Array.from(width),
      start: Uint32Array.from(start),
      offset: Uint32Array.from(offset),
      bytes: new Uint8Array(words.buffer),
      halves: new Uint16Array(words.buffer),
      words,
    };
    this.#runs = noRuns();
    this.#length = 0;
    this.#visitors = 0;
    return part;
  }

  #reserve(bytes: number): void {
    const needed = Math.ceil((this.#length + bytes) / 4);
    if (needed <= this.#room.length) return;
    const full = this.#room;
    this.#room = new Uint32Array(Math.max(needed, full.length * 2));
    this.#room.set(full);
    release(full);
  }
}

/** Returns where the next place is. */
function packDifferences(visitors: Uint32Array, into: Uint8Array | Uint16Array, from: number, most: number): number {
  let position = from;
  let last = 0;
  for (const visitor of visitors) {
    let difference = visitor - last;
    last = visitor;
    for (; difference >= most; difference -= most) {
      into[position] = most;
      position += 1;
    }
    into[position] = difference;
    position += 1;
  }
  return position;
}

function packWords(visitors: Uint32Array, into: Uint32Array, from: number): number {
  into.set(visitors, from);
  return from + visitors.length;
}

function noRuns() {
  return { group: [], category: [], views: [], width: [], start: [], offset: [] } as Record<
    keyof Runs | 'width' | 'offset',
    number[]
  >;
}
