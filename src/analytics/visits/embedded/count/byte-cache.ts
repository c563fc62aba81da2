/** Told after each load by how many bytes the cache grew. */
export type CacheChange = (bytes: number) => void;

/**
 * Keeps values up to a number of bytes in all. What the question under way has used is never given up for more of the
 * same question: where a question needs more than fits, a part of it stays and only the rest is read again, while
 * giving up what was used longest ago, as `lru-cache` does, would find nothing at all the next time.
 */
export class ByteCache<Value> {
  readonly #maximumBytes: number;
  readonly #onChange: CacheChange;
  readonly #entries = new Map<string, { value: Value; bytes: number; question: number }>();
  #bytes = 0;
  #question = 0;

  constructor(maximumBytes: number, onChange: CacheChange = () => undefined) {
    this.#maximumBytes = maximumBytes;
    this.#onChange = onChange;
  }

  /** Everything used from now on belongs to another question. */
  beginQuestion(): void {
    this.#question += 1;
  }

  get(key: string, load: () => Value, bytesOf: (value: Value) => number): Value {
    const held = this.#entries.get(key);
    if (held) {
      this.#entries.delete(key);
      this.#entries.set(key, held);
      held.question = this.#question;
      return held.value;
    }
    const value = load();
    const bytes = bytesOf(value);
    const before = this.#bytes;
    this.#makeRoom(bytes);
    if (this.#bytes + bytes <= this.#maximumBytes) {
      this.#entries.set(key, { value, bytes, question: this.#question });
      this.#bytes += bytes;
    }
    this.#onChange(this.#bytes - before);
    return value;
  }

  #makeRoom(bytes: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#maximumBytes || entry.question === this.#question) return;
      this.#entries.delete(key);
      this.#bytes -= entry.bytes;
    }
  }
}
