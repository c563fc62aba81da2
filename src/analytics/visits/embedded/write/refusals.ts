import { digestOf, putDigest } from '../../../digest.ts';
import type { DropCount } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { DropChanges, dayNumber, insertRefused, refusedWords } from '../columns/refused-events.ts';
import { addDrops } from '../columns/row-checksum.ts';
import { eventWords } from '../columns/view-columns.ts';
import type { DayEvents } from './day-events.ts';
import type { HeldMemory } from './held-memory.ts';
import { packTexts, textAt, type PackedTexts } from './packed-texts.ts';
import { RefusedDay } from './refused-day.ts';

/** Views of a day that were refused, on their way to the writing thread. */
export interface PackedDrops extends Omit<DropCount, 'events'> {
  /** Ids of those that have one. */
  readonly events: PackedTexts | undefined;
}

export function packDrop({ events, ...drop }: DropCount): PackedDrops {
  return { ...drop, events: events && packTexts(events) };
}

/**
 * Counts what was refused, each event once: what comes again changes nothing, what is refused for another reason moves, and
 * what is kept at last is taken back. Holds all of it until `store`.
 */
export class Refusals {
  readonly #database: VisitDatabase;
  readonly #project: number;
  readonly #memory: HeldMemory;
  readonly #changes = new DropChanges();
  /** By day the reason of each event that changed, under the first bytes of its digest. */
  #pending = new Map<number, Map<string, string>>();
  readonly #words = new Uint32Array(eventWords);

  constructor(database: VisitDatabase, memory: HeldMemory, project: number) {
    this.#database = database;
    this.#memory = memory;
    this.#project = project;
  }

  /** `keptOf`: the events of a day that are kept. */
  add({ day, reason, count, events }: PackedDrops, keptOf: (day: number) => Pick<DayEvents, 'has'>): void {
    const ids = events?.ends.length ?? 0;
    this.#changes.add(day, reason, count - ids);
    if (events === undefined || ids === 0) return;
    const number = dayNumber(day);
    const refused = this.day(number);
    const keptEvents = keptOf(number);
    for (let index = 0; index < ids; index += 1) {
      const digest = digestOf(textAt(events, index));
      putDigest(digest, this.#words);
      if (keptEvents.has(this.#words, 0)) continue;
      const before = refused.reasonOf(this.#words);
      if (before === reason) continue;
      if (before !== '') this.#changes.add(day, before, -1);
      this.#changes.add(day, reason, 1);
      this.#set(number, refused, digest, reason);
    }
  }

  /** Of a day, as all processes left it. */
  day(day: number): RefusedDay {
    const refused = this.#memory.get(this.#project, 'refused', day, () => {
      const loaded = new RefusedDay();
      loaded.catchUp(this.#database, this.#project, day);
      return loaded;
    });
    refused.catchUp(this.#database, this.#project, day);
    return refused;
  }

  /** The event is kept from now on, whatever it was before. */
  takeBack(day: number, refused: RefusedDay, digest: string): void {
    putDigest(digest, this.#words);
    const before = refused.reasonOf(this.#words);
    if (before === '') return;
    this.#changes.addOfDay(day, before, -1);
    this.#set(day, refused, digest, '');
  }

  /** Writes what changed, in the caller's transaction. */
  store(): void {
    for (const change of this.#changes.take()) addDrops(this.#database, this.#project, change);
    for (const [day, pending] of this.#pending) {
      for (const [reason, entries] of Map.groupBy(pending, ([, of]) => of)) {
        const events = new Uint32Array(entries.length * refusedWords);
        for (const [index, [digest]] of entries.entries()) {
          putDigest(digest, this.#words);
          events.set(this.#words.subarray(0, refusedWords), index * refusedWords);
        }
        const id = insertRefused(this.#database, this.#project, day, { reason, events });
        (this.#memory.find(this.#project, 'refused', day) as RefusedDay | undefined)?.noteRow(id);
      }
    }
    this.#pending = new Map();
  }

  #set(day: number, refused: RefusedDay, digest: string, reason: string): void {
    refused.set(this.#words, reason);
    const pending = this.#pending.get(day) ?? new Map<string, string>();
    this.#pending.set(day, pending);
    pending.set(digest, reason);
  }
}
