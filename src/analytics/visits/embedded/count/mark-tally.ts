import type { Part } from '../columns/part.ts';
import { CountedGroups, type GroupCounts } from './group-counts.ts';
import { loadMarksCode, marksMemory } from './marks-code.ts';
import type { PackedPart } from './packed-part.ts';
import { aiBit, type Tally } from './tally.ts';

export type CountablePart = Part | PackedPart;

/** Runs that are counted in one call, and their bytes: little enough for the processor's second-level cache. */
const mostRuns = 4_096;
const mostBytes = 2 ** 19;
/** Of a group of more visitors than this, and than half the pairs of words, all marks are counted and cleared in order. */
const fewVisitors = 4_096;

const runBytes = 16;
const countBytes = 12;
const marksPerWord = 32;
/** Marks of humans and of AI take a word each. */
const markBytes = 8;
/** In the description of a run, beside its width. */
const aiFlag = 8;
const lastFlag = 16;

const runsAt = 0;
const countsAt = runsAt + mostRuns * runBytes;
const roomAt = countsAt + mostRuns * countBytes;
const basesAt = roomAt + mostBytes;

/** Where the visitors of a part lie: those of run 5 from `edges[5]` to `edges[6]`, in bytes, multiples of 4. */
interface Source {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly edges: Uint32Array<ArrayBuffer>;
  readonly width: Uint8Array<ArrayBuffer>;
  readonly start: Uint32Array<ArrayBuffer>;
}

/**
 * Counts distinct visitors: two bits for each say as what the group under way has seen it. The loops over visitors are in WebAssembly;
 * this brings runs into its memory, groups of few visitors many at a time.
 */
export class MarkTally implements Tally {
  readonly #code = loadMarksCode();
  readonly #found = new CountedGroups();
  readonly #sources: readonly Source[];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #marksAt: number;
  readonly #marksEnd: number;
  /** Runs of the group under way: each its part twice, and 1 more where it is of AI, then its number in the part. */
  #group = new Uint32Array(512);
  #groupEnd = 0;
  /** Of these runs. */
  #visitors = 0;
  /** Groups, and the number of their runs and bytes, that wait to be counted in one call. */
  readonly #waiting: number[] = [];
  #waitingRuns = 0;
  #waitingBytes = 0;
  /** What waits of each part; nothing where both are the same. */
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;

  /** `visitorCount` is above every visitor number in the parts. No other may count at the same time. */
  constructor(parts: readonly CountablePart[], visitorCount: number) {
    this.#sources = parts.map(sourceOf);
    this.#from = new Uint32Array(parts.length);
    this.#to = new Uint32Array(parts.length);
    // Marks are the last: one that is too high cannot change anything else.
    this.#marksAt = Math.ceil((basesAt + parts.length * 4) / markBytes) * markBytes;
    this.#marksEnd = this.#marksAt + Math.ceil(visitorCount / marksPerWord) * markBytes;
    const memory = marksMemory(this.#marksEnd);
    this.#bytes = new Uint8Array(memory);
    this.#words = new Uint32Array(memory);
    this.#bytes.fill(0, this.#marksAt);
  }

  add(part: number, run: number, classBit: number): void {
    const { start } = this.#sources[part]!;
    if (this.#groupEnd === this.#group.length) this.#growGroup();
    this.#group[this.#groupEnd] = part * 2 + (classBit === aiBit ? 1 : 0);
    this.#group[this.#groupEnd + 1] = run;
    this.#groupEnd += 2;
    this.#visitors += start[run + 1]! - start[run]!;
  }

  endGroup(group: number): void {
    const isFew = this.#visitors <= Math.max(fewVisitors, (this.#marksEnd - this.#marksAt) / markBytes / 2);
    if (!(isFew && this.#wait(group))) {
      this.#countWaiting();
      if (!(isFew && this.#wait(group))) this.#countAlone(group);
    }
    this.#groupEnd = 0;
    this.#visitors = 0;
  }

  finish(): GroupCounts {
    this.#countWaiting();
    return this.#found.finish();
  }

  #growGroup(): void {
    const full = this.#group;
    this.#group = new Uint32Array(full.length * 2);
    this.#group.set(full);
  }

  /** Adds the group under way to those that wait; false, and nothing done, where it has no room beside them. */
  #wait(number: number): boolean {
    const [group, length] = [this.#group, this.#groupEnd];
    if (length === 0) return true;
    let bytes = this.#waitingBytes;
    let last = -1;
    let end = 0;
    for (let each = 0; each < length; each += 2) {
      const part = group[each]! >>> 1;
      const run = group[each + 1]!;
      const { edges } = this.#sources[part]!;
      // What lies between two runs of a part is brought along.
      if (part !== last) end = this.#to[part] === 0 ? edges[run]! : this.#to[part]!;
      last = part;
      bytes += edges[run + 1]! - end;
      end = edges[run + 1]!;
    }
    if (bytes > mostBytes || this.#waitingRuns + length / 2 > mostRuns) return false;
    const words = this.#words;
    let offset = (runsAt + this.#waitingRuns * runBytes) / 4;
    for (let each = 0; each < length; each += 2) {
      const part = group[each]! >>> 1;
      const run = group[each + 1]!;
      const isAi = (group[each]! & 1) === 1;
      const { edges, width } = this.#sources[part]!;
      if (this.#to[part] === 0) this.#from[part] = edges[run]!;
      this.#to[part] = edges[run + 1]!;
      words[offset] = edges[run]!;
      words[offset + 1] = edges[run + 1]!;
      words[offset + 2] = part;
      words[offset + 3] = width[run]! + (isAi ? aiFlag : 0);
      offset += 4;
    }
    words[offset - 1]! += lastFlag;
    this.#waiting.push(number);
    this.#waitingRuns += length / 2;
    this.#waitingBytes = bytes;
    return true;
  }

  #countWaiting(): void {
    let offset = roomAt;
    for (let part = 0; part < this.#sources.length; part += 1) {
      const [from, to] = [this.#from[part]!, this.#to[part]!];
      if (to === 0) continue;
      this.#bytes.set(this.#sources[part]!.bytes.subarray(from, to), offset);
      // Runs are named by where they begin in their part.
      this.#words[basesAt / 4 + part] = offset - from;
      offset += to - from;
    }
    this.#words.fill(0, countsAt / 4, (countsAt + this.#waiting.length * countBytes) / 4);
    const runsEnd = runsAt + this.#waitingRuns * runBytes;
    this.#code.countGroups(this.#marksAt, runsAt, runsEnd, basesAt, countsAt);
    this.#waiting.forEach((group, index) => {
      this.#addCounts(group, countsAt + index * countBytes);
    });
    this.#from.fill(0);
    this.#to.fill(0);
    this.#waiting.length = 0;
    this.#waitingRuns = 0;
    this.#waitingBytes = 0;
  }

  #countAlone(group: number): void {
    for (let each = 0; each < this.#groupEnd; each += 2) {
      const run = this.#group[each + 1]!;
      const isAi = (this.#group[each]! & 1) === 1;
      const { bytes, edges, width } = this.#sources[this.#group[each]! >>> 1]!;
      let visitor = 0;
      for (let from = edges[run]!; from < edges[run + 1]!; from += mostBytes) {
        const to = Math.min(from + mostBytes, edges[run + 1]!);
        this.#bytes.set(bytes.subarray(from, to), roomAt);
        const marks = this.#marksAt + (isAi ? markBytes / 2 : 0);
        visitor = this.#code.markRun(marks, roomAt, roomAt + to - from, width[run]!, visitor);
      }
    }
    this.#words.fill(0, countsAt / 4, (countsAt + countBytes) / 4);
    this.#code.takeAll(this.#marksAt, this.#marksEnd, countsAt);
    this.#addCounts(group, countsAt);
  }

  #addCounts(group: number, offset: number): void {
    const [human, ai, total] = this.#words.subarray(offset / 4, (offset + countBytes) / 4);
    this.#found.add(group, human!, ai!, total!);
  }
}

function sourceOf(part: CountablePart): Source {
  const { start } = part;
  if ('bytes' in part) {
    const edges = new Uint32Array(start.length);
    edges.set(part.offset);
    edges[start.length - 1] = part.bytes.length;
    return { bytes: part.bytes, edges, width: part.width, start };
  }
  const { buffer, byteOffset, byteLength } = part.visitors;
  return {
    bytes: new Uint8Array(buffer, byteOffset, byteLength),
    edges: start.map((visitor) => visitor * 4),
    width: new Uint8Array(part.group.length).fill(4),
    start,
  };
}
