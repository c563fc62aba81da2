import { bytesOf, eventWords, wordsOf } from './view-columns.ts';

/**
 * Tells of an event id whether a set may hold it, in some 2.3 bytes for each of the set: never no where it does, and yes
 * where it does not once in 65,536 times. A binary fuse filter (Graf and Lemire, 2022) with fingerprints of 16 bits.
 */
export class EventFilter {
  readonly #seed: number;
  readonly #segmentLength: number;
  readonly #firstPlaces: number;
  readonly #fingerprints: Uint16Array<ArrayBuffer>;
  readonly #at = new Uint32Array(places);

  constructor({ seed, segmentLength, firstPlaces, fingerprints }: FilterContents) {
    this.#seed = seed;
    this.#segmentLength = segmentLength;
    this.#firstPlaces = firstPlaces;
    this.#fingerprints = fingerprints;
  }

  get bytes(): number {
    return this.#fingerprints.byteLength;
  }

  /** The id that `words` holds at `index`, as in `ViewColumns.event`. */
  mayHold(words: Uint32Array, index: number): boolean {
    const fingerprints = this.#fingerprints;
    if (fingerprints.length === 0) return this.#seed === holdsAnything;
    const eventPlaces = this.#at;
    findPlaces(eventPlaces, words, index, this.#seed, this.#segmentLength, this.#firstPlaces);
    const fingerprint =
      fingerprints[eventPlaces[0]!]! ^ fingerprints[eventPlaces[1]!]! ^ fingerprints[eventPlaces[2]!]!;
    return fingerprint === fingerprintOf(words, index);
  }
}

interface FilterContents {
  readonly seed: number;
  /** A power of two; the three places of an id are in three segments that follow each other. */
  readonly segmentLength: number;
  /** Where the first of the three may be. */
  readonly firstPlaces: number;
  readonly fingerprints: Uint16Array<ArrayBuffer>;
}

const places = 3;
const mostSeeds = 50;
/** Of a filter that could not be made, which is as good as impossible: says that everything may be held. */
const holdsAnything = 0xffffffff;
const headWords = 4;

/** The ids of `events`; places of zeros are none. */
export function encodeFilter(events: Uint32Array): Buffer {
  const { seed, segmentLength, firstPlaces, fingerprints } = buildFilter(events);
  const even = new Uint16Array(fingerprints.length + (fingerprints.length % 2));
  even.set(fingerprints);
  const head = Uint32Array.of(seed, segmentLength, firstPlaces, fingerprints.length);
  return Buffer.concat([bytesOf(head), bytesOf(new Uint32Array(even.buffer))]);
}

/** Undefined where it is not in this form. */
export function decodeFilter(bytes: Buffer): EventFilter | undefined {
  const words = wordsOf(bytes);
  const [seed = 0, segmentLength = 0, firstPlaces = 0, length = 0] = words;
  const fingerprints = new Uint16Array(words.buffer, words.byteOffset + headWords * 4).slice(0, length);
  const isWhole = words.length === headWords + Math.ceil(length / 2) && length === lengthOf(segmentLength, firstPlaces);
  return isWhole ? new EventFilter({ seed, segmentLength, firstPlaces, fingerprints }) : undefined;
}

export function filterOf(events: Uint32Array): EventFilter {
  return new EventFilter(buildFilter(events));
}

function lengthOf(segmentLength: number, firstPlaces: number): number {
  return firstPlaces === 0 ? 0 : firstPlaces + (places - 1) * segmentLength;
}

function buildFilter(events: Uint32Array): FilterContents {
  const count = countEvents(events);
  const empty = { segmentLength: 0, firstPlaces: 0, fingerprints: new Uint16Array() };
  if (count === 0) return { seed: 0, ...empty };
  // The sizes are those of the paper, by which nearly every first try succeeds.
  const segmentLength = Math.min(2 ** 18, 2 ** Math.floor(Math.log(count) / Math.log(3.33) + 2.25));
  const room = Math.round(count * Math.max(1.125, 0.875 + (0.25 * Math.log(1e6)) / Math.log(Math.max(2, count))));
  const firstPlaces = Math.max(1, Math.ceil(room / segmentLength) - (places - 1)) * segmentLength;
  for (let seed = 1; seed <= mostSeeds; seed += 1) {
    const fingerprints = assign(placeAll({ events, count, seed, segmentLength, firstPlaces }));
    if (fingerprints) return { seed, segmentLength, firstPlaces, fingerprints };
  }
  return { seed: holdsAnything, ...empty };
}

interface Placed {
  /** Of the filter. */
  readonly length: number;
  /** The places of each id, one after another, ids of one segment together: what follows then stays in the processor's cache. */
  readonly at: Uint32Array;
  readonly fingerprints: Uint16Array;
}

function placeAll(of: {
  events: Uint32Array;
  count: number;
  seed: number;
  segmentLength: number;
  firstPlaces: number;
}): Placed {
  const { events, count, seed, segmentLength, firstPlaces } = of;
  const eventPlaces = new Uint32Array(places);
  const next = new Uint32Array(firstPlaces / segmentLength + 1);
  const shift = Math.log2(segmentLength);
  const visitRows = (visit: (row: number) => void) => {
    for (let row = 0; row * eventWords < events.length; row += 1) {
      if (!hasEvent(events, row)) continue;
      findPlaces(eventPlaces, events, row, seed, segmentLength, firstPlaces);
      visit(row);
    }
  };
  visitRows(() => {
    next[(eventPlaces[0]! >>> shift) + 1]! += 1;
  });
  for (let segment = 1; segment < next.length; segment += 1) next[segment]! += next[segment - 1]!;
  const allPlaces = new Uint32Array(count * places);
  const fingerprints = new Uint16Array(count);
  visitRows((row) => {
    const segment = eventPlaces[0]! >>> shift;
    const id = next[segment]!;
    next[segment] = id + 1;
    for (let place = 0; place < places; place += 1) allPlaces[id * places + place] = eventPlaces[place]!;
    fingerprints[id] = fingerprintOf(events, row);
  });
  return { length: lengthOf(segmentLength, firstPlaces), at: allPlaces, fingerprints };
}

/**
 * Takes away, one after another, an id that is alone at one of its places; in reverse each then finds that place free.
 * Undefined where some are never alone.
 */
function assign({ length, at, fingerprints }: Placed): Uint16Array<ArrayBuffer> | undefined {
  const count = fingerprints.length;
  const counts = new Uint32Array(length);
  /** All ids at a place in one: with one left it is that id. */
  const together = new Uint32Array(length);
  for (let index = 0; index < at.length; index += 1) {
    counts[at[index]!]! += 1;
    together[at[index]!]! ^= (index / places) >>> 0;
  }
  const alone = new Uint32Array(length);
  let waiting = 0;
  for (let place = length - 1; place >= 0; place -= 1) if (counts[place] === 1) alone[waiting++] = place;
  const takenIds = new Uint32Array(count);
  const takenPlaces = new Uint32Array(count);
  let assigned = 0;
  while (waiting > 0) {
    const place = alone[(waiting -= 1)]!;
    if (counts[place] !== 1) continue;
    const id = together[place]!;
    takenIds[assigned] = id;
    takenPlaces[assigned] = place;
    assigned += 1;
    for (let index = id * places; index < (id + 1) * places; index += 1) {
      const other = at[index]!;
      together[other]! ^= id;
      if ((counts[other]! -= 1) === 1) alone[waiting++] = other;
    }
  }
  if (assigned < count) return undefined;
  const fingerprintTable = new Uint16Array(length);
  for (let index = count - 1; index >= 0; index -= 1) {
    const id = takenIds[index]!;
    let fingerprint = fingerprints[id]!;
    // The free place holds 0 until now.
    for (let from = id * places; from < (id + 1) * places; from += 1) fingerprint ^= fingerprintTable[at[from]!]!;
    fingerprintTable[takenPlaces[index]!] = fingerprint;
  }
  return fingerprintTable;
}

function countEvents(events: Uint32Array): number {
  let count = 0;
  for (let row = 0; row * eventWords < events.length; row += 1) if (hasEvent(events, row)) count += 1;
  return count;
}

/** Zeros are no event. */
export function hasEvent(events: Uint32Array, row: number): boolean {
  const offset = row * eventWords;
  return (events[offset]! | events[offset + 1]! | events[offset + 2]! | events[offset + 3]!) !== 0;
}

/** Three different places, from the first three words of the digest. */
function findPlaces(
  into: Uint32Array,
  words: Uint32Array,
  index: number,
  seed: number,
  segmentLength: number,
  firstPlaces: number,
): void {
  const offset = index * eventWords;
  const first = Math.floor((mix(words[offset]! ^ Math.imul(seed, 0x9e3779b1)) / 2 ** 32) * firstPlaces);
  into[0] = first;
  into[1] = (first + segmentLength) ^ (mix(words[offset + 1]! + seed) & (segmentLength - 1));
  into[2] = (first + 2 * segmentLength) ^ (mix(words[offset + 2]! + seed) & (segmentLength - 1));
}

function fingerprintOf(words: Uint32Array, index: number): number {
  const word = words[index * eventWords + eventWords - 1]!;
  return (word ^ (word >>> 16)) & 0xffff;
}

/** The end of MurmurHash3, so that another seed gives other places. */
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
