import { IdTable } from '../../../id-table.ts';
import { eventWords } from '../columns/view-columns.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readRefused, refusedWords } from '../columns/refused-events.ts';
import type { Held } from './held-memory.ts';

/** Which events of a day were refused, and why: what is stored, and what is about to be. */
export class RefusedDay implements Held {
  readonly #events = new IdTable();
  /** By the number of the event; 0 where it was taken back. */
  #reasonOf = new Uint8Array(1_000);
  readonly #reasons: string[] = [''];
  readonly #words = new Uint32Array(eventWords);
  #lastRow = 0;

  get bytes(): number {
    return this.#events.bytes + this.#reasonOf.byteLength;
  }

  get isEmpty(): boolean {
    return this.#events.size === 0;
  }

  /** Reads what has been stored since, by this or another process. */
  catchUp(database: VisitDatabase, project: number, day: number): void {
    for (const { id, reason, events } of readRefused(database, project, day, this.#lastRow)) {
      for (let from = 0; from < events.length; from += refusedWords) this.set(events.subarray(from), reason);
      this.#lastRow = id;
    }
  }

  /** This process has stored what it had set here. */
  noteRow(id: number): void {
    this.#lastRow = Math.max(this.#lastRow, id);
  }

  /** The event by the first words of its digest; an empty text where it is not refused. */
  reasonOf(digest: Uint32Array): string {
    const number = this.#events.find(this.#shortened(digest), 0);
    return number < 0 ? '' : this.#reasons[this.#reasonOf[number]!]!;
  }

  set(digest: Uint32Array, reason: string): void {
    const number = this.#events.add(this.#shortened(digest), 0);
    if (number >= this.#reasonOf.length) {
      const grown = new Uint8Array(this.#reasonOf.length * 2);
      grown.set(this.#reasonOf);
      this.#reasonOf = grown;
    }
    const reasonIndex = this.#reasons.indexOf(reason);
    this.#reasonOf[number] = reasonIndex < 0 ? this.#reasons.push(reason) - 1 : reasonIndex;
  }

  #shortened(digest: Uint32Array): Uint32Array {
    for (let word = 0; word < refusedWords; word += 1) this.#words[word] = digest[word]!;
    return this.#words;
  }
}
