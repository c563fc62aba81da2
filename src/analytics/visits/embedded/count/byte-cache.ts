/** Told after each load by how many bytes the cache grew. */
export type CacheChange = (bytes: number) => void;

interface Entry {
  readonly key: string;
  readonly value: unknown;
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
 * up what was used longest ago, as `lru-cache` does, would find nothing at all the next time.
 */
export class ByteCache {
  readonly #maximumBytes: number;
  readonly #onChange: CacheChange;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
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

  /** `key` says of what kind the value is, too. */
  get<Value>(key: string, load: () => Value, bytesOf: (value: Value) => number): Value {
    const held = this.#entries.get(key);
    if (held) {
      held.question = this.#question;
      held.credit = this.#inflation + held.cost;
      return held.value as Value;
    }
    const began = performance.now();
    const value = load();
    const milliseconds = performance.now() - began;
    const bytes = bytesOf(value);
    const before = this.#bytes;
    this.#makeRoom(bytes);
    if (this.#bytes + bytes <= this.#maximumBytes) {
      const cost = milliseconds / Math.max(1, bytes);
      const credit = this.#inflation + cost;
      this.#entries.set(key, { key, value, bytes, cost, credit, question: this.#question });
      this.#bytes += bytes;
    }
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
    }
  }

  #ofOtherQuestions(): Entry[] {
    return [...this.#entries.values()]
      .filter(({ question }) => question !== this.#question)
      .sort((a, b) => b.credit - a.credit);
  }
}
