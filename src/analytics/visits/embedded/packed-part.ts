import type { Part, Runs } from './part.ts';

/**
 * A part as it is kept in memory. Visitors ascend within a run, so each is written as its difference from the one
 * before, 7 bits a byte: one or two bytes in place of four.
 */
export interface PackedPart extends Runs {
  /** Where each run begins in `bytes`; `start` still counts visitors. */
  readonly offset: Uint32Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The part's visitors must ascend within each run. */
export function packPart(part: Part): PackedPart {
  const packer = new PartPacker();
  for (let run = 0; run < part.group.length; run += 1) {
    packer.begin(part.group[run]!, part.category[run]!, part.views[run]!);
    for (let index = part.start[run]!; index < part.start[run + 1]!; index += 1) packer.add(part.visitors[index]!);
  }
  return packer.finish();
}

/** Writes the visitors of a run into `into`, which must have room for them, and returns how many they are. */
export function unpackRun(part: PackedPart, run: number, into: Uint32Array): number {
  const { bytes, start } = part;
  const length = start[run + 1]! - start[run]!;
  let at = part.offset[run]!;
  let visitor = 0;
  for (let index = 0; index < length; index += 1) {
    let byte = bytes[at]!;
    at += 1;
    let difference = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at]!;
      at += 1;
      difference |= (byte & 0x7f) << shift;
    }
    visitor += difference;
    into[index] = visitor;
  }
  return length;
}

/** Visitors of the longest run of all the parts. */
export function longestRun(parts: readonly Runs[]): number {
  let longest = 0;
  for (const { start } of parts) {
    for (let run = 1; run < start.length; run += 1) longest = Math.max(longest, start[run]! - start[run - 1]!);
  }
  return longest;
}

export function bytesOfPacked(part: PackedPart): number {
  return part.bytes.length + part.group.length * 20;
}

/** Makes packed parts run by run, one after another in the same memory. Visitor numbers are below 2^28. */
export class PartPacker {
  #bytes = new Uint8Array(65_536);
  #length = 0;
  #last = 0;
  #visitors = 0;
  #runs = noRuns();

  begin(group: number, category: number, views: number): void {
    this.#runs.group.push(group);
    this.#runs.category.push(category);
    this.#runs.views.push(views);
    this.#runs.start.push(this.#visitors);
    this.#runs.offset.push(this.#length);
    this.#last = 0;
  }

  /** Not below the visitor before. */
  add(visitor: number): void {
    if (this.#length + 4 > this.#bytes.length) this.#grow();
    let difference = visitor - this.#last;
    this.#last = visitor;
    this.#visitors += 1;
    while (difference > 0x7f) {
      this.#bytes[this.#length] = (difference & 0x7f) | 0x80;
      this.#length += 1;
      difference >>>= 7;
    }
    this.#bytes[this.#length] = difference;
    this.#length += 1;
  }

  /** The part of all runs since the last call. */
  finish(): PackedPart {
    const { group, category, views, start, offset } = this.#runs;
    start.push(this.#visitors);
    const part: PackedPart = {
      group: Uint32Array.from(group),
      category: Uint32Array.from(category),
      views: Uint32Array.from(views),
      start: Uint32Array.from(start),
      offset: Uint32Array.from(offset),
      bytes: this.#bytes.slice(0, this.#length),
    };
    this.#runs = noRuns();
    this.#length = 0;
    this.#visitors = 0;
    return part;
  }

  #grow(): void {
    const full = this.#bytes;
    this.#bytes = new Uint8Array(full.length * 2);
    this.#bytes.set(full);
    release(full);
  }
}

function noRuns() {
  return { group: [], category: [], views: [], start: [], offset: [] } as Record<keyof Runs | 'offset', number[]>;
}

/**
 * Gives memory back at once. Garbage collection sees the few bytes of the object and lets the megabytes behind it wait.
 * Nothing may read the array afterwards, nor any other over the same buffer.
 */
export function release(array: { readonly buffer: ArrayBuffer }): void {
  array.buffer.transfer(0);
}
