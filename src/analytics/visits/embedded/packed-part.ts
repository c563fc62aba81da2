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

/** Visitor numbers are below 2^28, so none takes more. */
const maximumBytesPerVisitor = 4;

/** The part's visitors must ascend within each run. */
export function packPart(part: Part): PackedPart {
  const packer = new PartPacker(part.visitors.length * maximumBytesPerVisitor);
  for (let run = 0; run < part.group.length; run += 1) {
    packer.begin(part.group[run]!, part.category[run]!, part.views[run]!);
    for (let index = part.start[run]!; index < part.start[run + 1]!; index += 1) packer.add(part.visitors[index]!);
  }
  return packer.finish();
}

/** Writes the visitors of a run into `into`, which must have room for them, and returns how many they are. */
export function unpackRun(part: PackedPart, run: number, into: Uint32Array, from = 0): number {
  const { bytes } = part;
  const end = from + runLength(part, run);
  let at = part.offset[run]!;
  let visitor = 0;
  for (let index = from; index < end; index += 1) {
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
  return end - from;
}

export function runLength({ start }: Runs, run: number): number {
  return start[run + 1]! - start[run]!;
}

export function bytesOfPacked(part: PackedPart): number {
  return part.bytes.length + part.group.length * 20;
}

/** Makes a packed part run by run. */
export class PartPacker {
  readonly #runs = { group: [] as number[], category: [] as number[], views: [] as number[] };
  readonly #start: number[] = [];
  readonly #offset: number[] = [];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #visitors = 0;
  #last = 0;

  constructor(maximumBytes: number) {
    this.#bytes = new Uint8Array(maximumBytes);
  }

  begin(group: number, category: number, views: number): void {
    this.#runs.group.push(group);
    this.#runs.category.push(category);
    this.#runs.views.push(views);
    this.#start.push(this.#visitors);
    this.#offset.push(this.#length);
    this.#last = 0;
  }

  /** Not below the visitor before. */
  add(visitor: number): void {
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

  finish(): PackedPart {
    return {
      group: Uint32Array.from(this.#runs.group),
      category: Uint32Array.from(this.#runs.category),
      views: Uint32Array.from(this.#runs.views),
      start: Uint32Array.from([...this.#start, this.#visitors]),
      offset: Uint32Array.from(this.#offset),
      bytes: this.#bytes.slice(0, this.#length),
    };
  }
}
