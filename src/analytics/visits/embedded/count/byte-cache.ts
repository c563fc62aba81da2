import { release } from '../columns/release.ts';

/** Told after each load by how many bytes the cache grew. */
export type CacheChange = (bytes: number) => void;

/** Of the objects and the name of an entry, beside its arrays. */
const entryBytes = 500;

interface Entry {
  readonly key: string;
  readonly value: unknown;
  readonly arrays: readonly ArrayBufferView[];
  readonly bytes: number;
  /** Milliseconds that it took to load, for each byte. */
  readonly cost: number;
  /** Who has least is given up first. */
  credit: number;
  question: number;
}

/**
 * Keeps what a thread has read and made, of all kinds, up to a number of bytes in all. What costs most to load again for the room it
 * takes stays longest, and everything loses with time (GreedyDual). What the question under way has used is never given up for more of
 * the same question: where a question needs more than fits, a part of it stays and only the rest is read again, while giving
 * up what was used longest ago, as `lru-cache` does, would find nothing at all the next time. What is given up is given back at once: nothing may use it after its question.
 */
export class ByteCache {
  readonly #maximumBytes: number;
  readonly #onChange: CacheChange;
  readonly #entries = new Map<string, Entry>();
  /** Of all entries and of what is held beside them. */
  #bytes = 0;
  #heldBeside = 0;
  /** What this question read and there was no room for, by key. */
  readonly #passing = new Map<string, ArrayBufferView[]>();
  #question = 0;
  /** Of other questions, least credit last; undefined until this question first needs room. */
  #givenUpNext: Entry[] | undefined;
  /** Credit of what was given up last: what is used from now on begins above it. */
  #inflation = 0;

  constructor(maximumBytes: number, onChange: CacheChange = () => undefined) {
    this.#maximumBytes = maximumBytes;
    this.#onChange = onChange;
  }

  /** Everything used from now on belongs to another question. */
  beginQuestion(): void {
    this.#question += 1;
    this.#givenUpNext = undefined;
  }

  /** Gives back what there was no room for. `heldBeside`: bytes that the thread holds beside this cache, which then has so much less room. */
  endQuestion(heldBeside: number): void {
    const before = this.#bytes;
    this.beginQuestion();
    this.letGo('');
    this.#bytes += heldBeside - this.#heldBeside;
    this.#heldBeside = heldBeside;
    this.#makeRoom(0);
    this.#onChange(this.#bytes - before);
  }

  /** Gives back what there was no room for, of the keys that begin so. Nothing may use it; whoever asks for it again reads it again. */
  letGo(prefix: string): void {
    for (const [key, arrays] of this.#passing) {
      if (!key.startsWith(prefix)) continue;
      release(...arrays);
      this.#passing.delete(key);
    }
  }

  /** `key` says of what kind the value is, too. `arraysOf`: all that take room, none of them of another value. */
  get<Value>(key: string, load: () => Value, arraysOf: (value: Value) => readonly ArrayBufferView[]): Value {
    const held = this.#entries.get(key);
    if (held) {
      held.question = this.#question;
      held.credit = this.#inflation + held.cost;
      return held.value as Value;
    }
    const began = performance.now();
    const value = load();
    const milliseconds = performance.now() - began;
    const arrays = arraysOf(value);
    const bytes = bytesOf(arrays);
    const before = this.#bytes;
    this.#makeRoom(bytes);
    if (this.#bytes + bytes <= this.#maximumBytes) {
      const cost = milliseconds / Math.max(1, bytes);
      const credit = this.#inflation + cost;
      this.#entries.set(key, { key, value, arrays, bytes, cost, credit, question: this.#question });
      this.#bytes += bytes;
    } else this.#passing.set(key, [...(this.#passing.get(key) ?? []), ...arrays]);
    this.#onChange(this.#bytes - before);
    return value;
  }

  #makeRoom(bytes: number): void {
    while (this.#bytes + bytes > this.#maximumBytes) {
      this.#givenUpNext ??= this.#ofOtherQuestions();
      const entry = this.#givenUpNext.pop();
      if (entry === undefined) return;
      if (entry.question === this.#question) continue;
      this.#inflation = entry.credit;
      this.#entries.delete(entry.key);
      this.#bytes -= entry.bytes;
      release(...entry.arrays);
    }
  }

  #ofOtherQuestions(): Entry[] {
    return [...this.#entries.values()]
      .filter(({ question }) => question !== this.#question)
      .sort((a, b) => b.credit - a.credit);
  }
}

/** Small arrays may lie in the pool that Node takes small buffers from. */
function bytesOf(arrays: readonly ArrayBufferView[]): number {
  const large = new Set(arrays.map(({ buffer }) => buffer).filter((buffer) => buffer.byteLength > Buffer.poolSize));
  const small = arrays.filter(({ buffer }) => !large.has(buffer));
  return [...large, ...small].reduce((sum, { byteLength }) => sum + byteLength, entryBytes);
}
