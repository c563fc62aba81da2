/** Keeps what was used last, up to a number of bytes; what is larger than half of them is not kept at all. */
export class ByteCache<Value> {
  readonly #maximumBytes: number;
  readonly #entries = new Map<string, { value: Value; bytes: number }>();
  #bytes = 0;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  get(key: string, load: () => Value, bytesOf: (value: Value) => number): Value {
    const held = this.#entries.get(key);
    if (held) {
      this.#entries.delete(key);
      this.#entries.set(key, held);
      return held.value;
    }
    const value = load();
    const bytes = bytesOf(value);
    if (bytes * 2 > this.#maximumBytes) return value;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maximumBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
    return value;
  }
}
