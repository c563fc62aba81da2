import { duration } from '../../../../kernel/clock.ts';
import { digestOf, putDigest } from '../../../digest.ts';
import type { DailyLimits } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import type { TermKind } from '../columns/term-kinds.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { isByTracker } from '../columns/category-codes.ts';
import { addTrackerDay } from '../columns/tracker-days.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { allocateColumns, eventWords, pickViews } from '../columns/view-columns.ts';
import { DayEvents } from './day-events.ts';
import { limitedColumns, limitOf, loadDayValues, standIn, type DayValues, type LimitedColumn } from './day-values.ts';
import type { DictionaryStatements } from './dictionaries.ts';
import { Dictionaries } from './dictionaries.ts';
import type { HeldMemory } from './held-memory.ts';
import { textAt, type PackedTexts } from './packed-texts.ts';
import { Refusals, type PackedDrops } from './refusals.ts';
import { fates, type EventList, type PackedViews } from './packed-views.ts';

/**
 * What the writing thread knows of one project: its dictionaries and the events of the days that views arrive for. All of it
 * lies in `HeldMemory` from commit to commit while no other process changes the project, and is thrown away after a rollback.
 */
export class ProjectWriter {
  readonly key: number;
  readonly #database: VisitDatabase;
  readonly #statements: DictionaryStatements;
  readonly #memory: HeldMemory;
  readonly #refusals: Refusals;
  readonly #limits: DailyLimits;
  /** Noted already. */
  readonly #trackerDays = new Set<number>();
  #pending = new Map<number, ViewColumns[]>();
  readonly #digest = new Uint32Array(eventWords);

  constructor(options: {
    database: VisitDatabase;
    statements: DictionaryStatements;
    memory: HeldMemory;
    key: number;
    limits: DailyLimits;
  }) {
    this.key = options.key;
    this.#database = options.database;
    this.#limits = options.limits;
    this.#statements = options.statements;
    this.#memory = options.memory;
    this.#refusals = new Refusals(options.database, options.memory, options.key);
  }

  /** Where they are not in memory. */
  loadDictionaries(): Dictionaries {
    return this.dictionaries;
  }

  get dictionaries(): Dictionaries {
    const load = () => new Dictionaries(this.#database, this.#statements, this.key);
    return this.#memory.get(this.key, 'dictionaries', 0, load);
  }

  /** Numbers the views and holds them until `takePending`. Gives one of `fates` for each. */
  add(views: PackedViews): Uint8Array<ArrayBuffer> {
    const fate = new Uint8Array(views.length);
    const { dictionaries } = this;
    const texts = new MessageTexts(dictionaries, views.texts);
    for (const [day, positions] of positionsByDay(views.timestamps)) {
      const columns = allocateColumns(positions.length);
      const held = this.#hold(day, columns);
      const events = this.#dayEvents(day);
      const refused = this.#refusals.day(day);
      let length = 0;
      for (const position of positions) {
        const limited = (column: LimitedColumn, index: number): number => {
          const number = this.#limited(column, index, { day, texts, dictionaries });
          if (number !== undefined) return number;
          fate[position] = fates.folded;
          return dictionaries.term(termKinds[column], standIn(column, texts.text(index)));
        };
        const digest = this.#digestOfEvent(views, position);
        if (digest !== undefined) {
          if (!events.add(this.#digest, 0)) {
            fate[position] = fates.duplicate;
            continue;
          }
          if (!refused.isEmpty) this.#refusals.takeBack(day, refused, digest);
          columns.event.set(this.#digest, length * eventWords);
        }
        columns.path[length] = limited('path', views.paths[position]!);
        columns.visitor[length] = dictionaries.visitor(views.visitors, position);
        columns.time[length] = views.timestamps[position]! - day * duration.day;
        columns.agent[length] = texts.term(termKinds.agent, views.agents[position]!) * 32 + views.categories[position]!;
        columns.client[length] = limited('client', views.clients[position]!);
        columns.referrer[length] = limited('referrer', views.referrers[position]!);
        columns.country[length] = texts.term(termKinds.country, views.countries[position]!);
        columns.context[length] = limited('context', views.contexts[position]!);
        columns.source[length] = views.sources[position]!;
        length += 1;
      }
      if (length < positions.length) held[held.length - 1] = firstViews(columns, length);
    }
    return fate;
  }

  /** Puts it into `#digest`; undefined where the view has no event. */
  #digestOfEvent({ eventIds, eventDigests }: PackedViews, position: number): string | undefined {
    const offset = position * eventWords;
    if (eventDigests.length > 0) {
      this.#digest.set(eventDigests.subarray(offset, offset + eventWords));
      return Buffer.from(eventDigests.buffer, offset * 4, eventWords * 4).toString('latin1');
    }
    const eventId = textAt(eventIds, position);
    if (eventId === '') return undefined;
    const digest = digestOf(eventId);
    putDigest(digest, this.#digest);
    return digest;
  }

  /** Counts what was refused, until `storeRefusals`. After `add`: what is kept is not refused. */
  refuse(drops: readonly PackedDrops[]): void {
    for (const drop of drops) this.#refusals.add(drop, (day) => this.#dayEvents(day));
  }

  storeRefusals(): void {
    this.#refusals.store();
  }

  /** Notes the day where the tracker is among those who saw the views. */
  noteSources(day: number, { source }: ViewColumns): void {
    if (this.#trackerDays.has(day) || !source.some(isByTracker)) return;
    addTrackerDay(this.#database, this.key, day);
    this.#trackerDays.add(day);
  }

  /** 1 for each event that is kept already. */
  findKept({ timestamps, eventIds }: EventList): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(timestamps, (timestamp, position) => {
      putDigest(digestOf(textAt(eventIds, position)), this.#digest);
      return this.#dayEvents(Math.floor(timestamp / duration.day)).has(this.#digest, 0) ? 1 : 0;
    });
  }

  takePending(): Map<number, ViewColumns[]> {
    const pending = this.#pending;
    this.#pending = new Map();
    return pending;
  }

  /** Another process has added these views since this one looked. */
  noticeForeign(day: number, views: ViewColumns): void {
    const events = this.#memory.find(this.key, 'events', day) as DayEvents | undefined;
    events?.addAll(views.event);
    for (const column of limitedColumns) {
      const values = this.#memory.find(this.key, 'values', placeOf(column, day)) as DayValues | undefined;
      if (values) for (const value of views[column]) values.add(value);
    }
  }

  /** Another process has added views to unknown days. */
  forgetDays(): void {
    this.#memory.forget(this.key, ['events', 'values']);
  }

  /** Held before they are filled, since what they hold so far counts when the rest of them is looked at. */
  #hold(day: number, columns: ViewColumns): ViewColumns[] {
    const held = this.#pending.get(day) ?? [];
    held.push(columns);
    this.#pending.set(day, held);
    return held;
  }

  #dayEvents(day: number): DayEvents {
    const load = () => new DayEvents({ database: this.#database, memory: this.#memory, project: this.key, day });
    const events = this.#memory.get(this.key, 'events', day, load);
    events.catchUp();
    return events;
  }

  /** Number of the text; undefined when the day has too many of its column already. */
  #limited(
    column: LimitedColumn,
    index: number,
    { day, texts, dictionaries }: { day: number; texts: MessageTexts; dictionaries: Dictionaries },
  ): number | undefined {
    const kind = termKinds[column];
    const limit = limitOf(column, this.#limits);
    // Fewer than the limit in all time are fewer on each day, so no day needs a list.
    if (index === 0 || dictionaries.termCount(kind) < limit) return texts.term(kind, index);
    const values = this.#dayValues(column, day);
    const text = texts.text(index);
    const termNumber = dictionaries.findTerm(kind, text);
    if (termNumber !== undefined && values.has(termNumber)) return termNumber;
    const standInNumber = dictionaries.findTerm(kind, standIn(column, text));
    if (values.size - Number(standInNumber !== undefined && values.has(standInNumber)) >= limit) return undefined;
    const number = texts.term(kind, index);
    values.add(number);
    return number;
  }

  #dayValues(column: LimitedColumn, day: number): DayValues {
    const pending = this.#pending.get(day) ?? [];
    const load = () => loadDayValues(this.#database, { project: this.key, day, column, pending });
    return this.#memory.get(this.key, 'values', placeOf(column, day), load);
  }
}

/** One number for a column of a day. */
function placeOf(column: LimitedColumn, day: number): number {
  return day * limitedColumns.length + limitedColumns.indexOf(column);
}

/** The texts of one message with their numbers; each is looked up once per kind, however many views share it. */
class MessageTexts {
  readonly #dictionaries: Dictionaries;
  readonly #texts: PackedTexts;
  /** By kind, then by index in the message; 0 is not looked up yet. */
  readonly #numbers: readonly Uint32Array[];

  constructor(dictionaries: Dictionaries, texts: PackedTexts) {
    this.#dictionaries = dictionaries;
    this.#texts = texts;
    this.#numbers = Object.values(termKinds).map(() => new Uint32Array(texts.ends.length));
  }

  text(index: number): string {
    return textAt(this.#texts, index);
  }

  term(kind: TermKind, index: number): number {
    const numbers = this.#numbers[kind]!;
    const cachedNumber = numbers[index]!;
    return cachedNumber !== 0 || index === 0
      ? cachedNumber
      : (numbers[index] = this.#dictionaries.term(kind, this.text(index)));
  }
}

function positionsByDay(timestamps: Float64Array): Map<number, number[]> {
  const days = new Map<number, number[]>();
  timestamps.forEach((timestamp, position) => {
    const day = Math.floor(timestamp / duration.day);
    const positions = days.get(day);
    if (positions) positions.push(position);
    else days.set(day, [position]);
  });
  return days;
}

function firstViews(columns: ViewColumns, length: number): ViewColumns {
  return pickViews(
    columns,
    Uint32Array.from({ length }, (_, index) => index),
  );
}
