import { IdTable } from '../../../id-table.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readBatches } from '../columns/batch.ts';
import { readOrNote, readUnlessDamaged } from '../columns/damage.ts';
import { filterOf, type EventFilter } from '../columns/event-filter.ts';
import { prepareOnce } from '../columns/prepare-once.ts';
import { readColumn, readFilter } from '../columns/segment.ts';
import { eventWords } from '../columns/view-columns.ts';
import type { Held, HeldMemory } from './held-memory.ts';

/**
 * Which events are kept for one day of a project: those that wait in batches as they are, those of segments as filters. Where a
 * filter says that a segment may hold an event, its stored ids are asked. What is damaged is written down and left out: views
 * are taken, and those that come again in place of damaged ones are needed once it is decided that these are lost.
 */
export class DayEvents implements Held {
  readonly #database: VisitDatabase;
  readonly #memory: HeldMemory;
  readonly #project: number;
  readonly #day: number;
  #waiting = new IdTable();
  /** By segment; undefined until they are loaded. */
  #filters: Map<number, EventFilter> | undefined;
  #turn = -1;

  constructor(options: { database: VisitDatabase; memory: HeldMemory; project: number; day: number }) {
    this.#database = options.database;
    this.#memory = options.memory;
    this.#project = options.project;
    this.#day = options.day;
    this.catchUp();
  }

  get bytes(): number {
    return [...(this.#filters?.values() ?? [])].reduce((sum, { bytes }) => sum + bytes, this.#waiting.bytes);
  }

  /** Takes in what was sealed or merged since the last turn; nothing of this is held back by a lock. */
  catchUp(): void {
    if (this.#turn === this.#memory.turn) return;
    this.#turn = this.#memory.turn;
    const select = prepareOnce(this.#database, 'SELECT id FROM segment WHERE project = ? AND day = ?');
    const segments = select.pluck().all(this.#project, this.#day) as number[];
    const dayFilters = this.#filters;
    if (dayFilters?.size === segments.length && segments.every((id) => dayFilters.has(id))) return;
    this.#filters = new Map(segments.map((id) => [id, dayFilters?.get(id) ?? this.#loadFilter(id)]));
    this.#readWaiting();
  }

  has(words: Uint32Array, index: number): boolean {
    return this.#waiting.find(words, index) >= 0 || this.#isSealed(words, index);
  }

  /** Whether it is new. */
  add(words: Uint32Array, index: number): boolean {
    const size = this.#waiting.size;
    return !this.#isSealed(words, index) && this.#waiting.add(words, index) === size;
  }

  /** Views without an event add the id of zeros, which no event has. */
  addAll(events: Uint32Array): void {
    for (let index = 0; index * eventWords < events.length; index += 1) this.#waiting.add(events, index);
  }

  #isSealed(words: Uint32Array, index: number): boolean {
    for (const [segment, filter] of this.#filters ?? []) {
      if (filter.mayHold(words, index) && this.#isIn(segment, words, index)) return true;
    }
    return false;
  }

  #isIn(segment: number, words: Uint32Array, index: number): boolean {
    const held = this.#memory.find(this.#project, 'events', -segment) as IdTable | undefined;
    if (held) return held.find(words, index) >= 0;
    const events = this.#readEvents(segment);
    if (!events || !holds(events, words, index)) return false;
    // Where one comes again, those that were sent with it follow.
    this.#memory.get(this.#project, 'events', -segment, () => {
      const table = new IdTable(events.length / eventWords);
      for (let row = 0; row * eventWords < events.length; row += 1) table.add(events, row);
      return table;
    });
    return true;
  }

  #loadFilter(segment: number): EventFilter {
    const stored = readUnlessDamaged(
      () => readFilter(this.#database, segment),
      () => undefined,
    );
    // Older versions stored none, and one that is damaged is made again.
    return stored ?? filterOf(this.#readEvents(segment) ?? new Uint32Array());
  }

  #readEvents(segment: number): Uint32Array | undefined {
    const rows = { project: this.#project, kind: 'segment', id: segment, day: this.#day } as const;
    return readOrNote(this.#database, rows, () => readColumn(this.#database, segment, 'event'));
  }

  #readWaiting(): void {
    const batches = readBatches(this.#database, 'project = ? AND day = ?', this.#project, this.#day);
    this.#waiting = new IdTable(batches.reduce((sum, { views }) => sum + views.length, 0));
    for (const { views } of batches) this.addAll(views.event);
  }
}

function holds(events: Uint32Array, words: Uint32Array, index: number): boolean {
  const offset = index * eventWords;
  const [a, b, c, d] = [words[offset], words[offset + 1], words[offset + 2], words[offset + 3]];
  for (let row = 0; row < events.length; row += eventWords) {
    if (events[row] === a && events[row + 1] === b && events[row + 2] === c && events[row + 3] === d) return true;
  }
  return false;
}
