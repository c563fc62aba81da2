import type { Part } from '../columns/part.ts';
import { release } from '../columns/release.ts';
import type { PackedPart } from './packed-part.ts';
import { longestRun, unpackRun } from './packed-part.ts';

export type CountablePart = Part | PackedPart;

/** Classes as bits, so that a visitor can be of both. */
export const humanBit = 1;
export const aiBit = 2;

/** Counts one group after another. */
export interface Tally {
  human: number;
  ai: number;
  total: number;
  /** All counts are 0 again. */
  begin(): void;
  add(part: CountablePart, run: number, classBit: number): void;
}

export class ViewTally implements Tally {
  human = 0;
  ai = 0;
  total = 0;

  begin(): void {
    this.human = 0;
    this.ai = 0;
    this.total = 0;
  }

  add(part: CountablePart, run: number, classBit: number): void {
    const views = part.views[run]!;
    if (classBit === humanBit) this.human += views;
    else this.ai += views;
    this.total += views;
  }
}

/** Stamps of 16 bits for a million visitors take 2 MB, which a processor's cache holds. */
const highestStamp = 0xffff;
/** Stamps of one group: nothing, human, AI, both. */
const stampsPerGroup = 4;

/**
 * One stamp per visitor says as what the current group has seen it, so a group costs one pass over its runs and nothing
 * is allocated or sorted; visitors ascend within a run, so the stamps are walked in order. Every group has stamps above
 * all earlier ones, so they need no clearing in between.
 */
export class VisitorTally implements Tally {
  human = 0;
  ai = 0;
  total = 0;
  readonly #stamps: Uint16Array<ArrayBuffer>;
  readonly #room: Uint32Array<ArrayBuffer>;
  #base = 0;

  constructor(parts: readonly CountablePart[], visitorCount: number) {
    this.#stamps = new Uint16Array(visitorCount);
    this.#room = new Uint32Array(longestRun(parts.filter((part) => 'bytes' in part)));
  }

  begin(): void {
    this.human = 0;
    this.ai = 0;
    this.total = 0;
    this.#base += stampsPerGroup;
    if (this.#base + stampsPerGroup <= highestStamp) return;
    this.#stamps.fill(0);
    this.#base = stampsPerGroup;
  }

  add(part: CountablePart, run: number, classBit: number): void {
    const found =
      'bytes' in part
        ? stamp(this.#stamps, this.#base, classBit, this.#room, 0, unpackRun(part, run, this.#room))
        : stamp(this.#stamps, this.#base, classBit, part.visitors, part.start[run]!, part.start[run + 1]!);
    const known = Math.floor(found / knownFactor);
    const seen = found % knownFactor;
    if (classBit === humanBit) this.human += seen;
    else this.ai += seen;
    this.total += seen - known;
  }

  /** Nothing may be counted afterwards. */
  end(): void {
    release(this.#stamps, this.#room);
  }
}

const knownFactor = 2 ** 26;

/**
 * What counting consists of. Returns how many of the visitors are new to the class, plus `knownFactor` for each of them
 * that the other class has seen: one number, no allocation. Whether a visitor was seen before is as good as random, so
 * the loop calculates in place of branching: a mispredicted branch costs more than all the rest.
 */
function stamp(
  stamps: Uint16Array,
  base: number,
  classBit: number,
  visitors: Uint32Array,
  from: number,
  to: number,
): number {
  const otherShift = classBit === humanBit ? 1 : 0;
  let seen = 0;
  let known = 0;
  for (let index = from; index < to; index += 1) {
    const visitor = visitors[index]!;
    const age = stamps[visitor]! - base;
    // The bits of the classes that the group has seen the visitor as; 0 where its stamp is of an earlier group.
    const before = age & ~(age >> 31);
    const isNew = ((before & classBit) - 1) >>> 31;
    seen += isNew;
    known += isNew & (before >>> otherShift);
    stamps[visitor] = base + (before | classBit);
  }
  return seen + known * knownFactor;
}
