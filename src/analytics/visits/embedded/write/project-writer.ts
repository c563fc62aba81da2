import { duration } from '../../../../kernel/clock.ts';
import { digestOf, putDigest } from '../../../digest.ts';
import { otherPath } from '../../visit-store.ts';
import { readBatches } from '../columns/batch.ts';
import { readOrNote } from '../columns/damage.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { readRuns } from '../columns/segment.ts';
import type { TermKind } from '../columns/term-kinds.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { isByTracker } from '../columns/category-codes.ts';
import { addTrackerDay } from '../columns/tracker-days.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { allocateColumns, eventWords, pickViews } from '../columns/view-columns.ts';
import { DayEvents } from './day-events.ts';
import type { DictionaryStatements } from './dictionaries.ts';
import { Dictionaries } from './dictionaries.ts';
import type { Held, HeldMemory } from './held-memory.ts';
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
  readonly #maximumPaths: number;
  /** Noted already. */
  readonly #trackerDays = new Set<number>();
  #pending = new Map<number, ViewColumns[]>();
  readonly #digest = new Uint32Array(eventWords);

  constructor(options: {
    database: VisitDatabase;
    statements: DictionaryStatements;
    memory: HeldMemory;
    key: number;
    maximumPathsPerDay: number;
  }) {
    this.key = options.key;
    this.#database = options.database;
    this.#maximumPaths = options.maximumPathsPerDay;
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
        const digest = this.#digestOfEvent(views, position);
        if (digest !== undefined) {
          if (!events.add(this.#digest, 0)) {
            fate[position] = fates.duplicate;
            continue;
          }
          if (!refused.isEmpty) this.#refusals.takeBack(day, refused, digest);
          columns.event.set(this.#digest, length * eventWords);
        }
        const path = this.#path(day, views.paths[position]!, texts);
        if (path === undefined) fate[position] = fates.folded;
        columns.path[length] = path ?? dictionaries.term(termKinds.path, otherPath);
        columns.visitor[length] = dictionaries.visitor(views.visitors, position);
        columns.time[length] = views.timestamps[position]! - day * duration.day;
        columns.agent[length] = texts.term(termKinds.agent, views.agents[position]!) * 32 + views.categories[position]!;
        columns.client[length] = texts.term(termKinds.client, views.clients[position]!);
        columns.referrer[length] = texts.term(termKinds.referrer, views.referrers[position]!);
        columns.country[length] = texts.term(termKinds.country, views.countries[position]!);
        columns.context[length] = texts.term(termKinds.context, views.contexts[position]!);
        columns.source[length] = views.sources[position]!;
        length += 1;
      }
      if (length < positions.length) held[held.length - 1] = firstViews(columns, length);
    }
    return fate;
  }

  /** Puts it into `#digest`; undefined where the view has no event. */
  #digestOfEvent({ eventIds, eventDigests }: PackedViews, position: number): string | undefined {
    const at = position * eventWords;
    if (eventDigests.length > 0) {
      this.#digest.set(eventDigests.subarray(at, at + eventWords));
      return Buffer.from(eventDigests.buffer, at * 4, eventWords * 4).toString('latin1');
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
    const paths = this.#memory.find(this.key, 'paths', day) as DayPaths | undefined;
    if (paths) for (const path of views.path) paths.add(path);
  }

  /** Another process has added views to unknown days. */
  forgetDays(): void {
    this.#memory.forget(this.key, ['events', 'paths']);
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

  /** Number of the path; undefined when the day has too many already. */
  #path(day: number, index: number, texts: MessageTexts): number | undefined {
    const { dictionaries } = this;
    // Fewer paths than the limit in all time are fewer than the limit on each day, so no day needs a list.
    if (dictionaries.termCount(termKinds.path) < this.#maximumPaths) return texts.term(termKinds.path, index);
    const paths = this.#dayPaths(day);
    const known = dictionaries.findTerm(termKinds.path, texts.text(index));
    if (known !== undefined && paths.has(known)) return known;
    if (paths.size >= this.#maximumPaths) return undefined;
    const number = texts.term(termKinds.path, index);
    paths.add(number);
    return number;
  }

  #dayPaths(day: number): DayPaths {
    return this.#memory.get(this.key, 'paths', day, () => this.#loadPaths(day));
  }

  #loadPaths(day: number): DayPaths {
    const paths = new DayPaths();
    const segments = this.#database.prepare('SELECT id FROM segment WHERE project = ? AND day = ?').pluck();
    for (const segment of segments.all(this.key, day) as number[]) {
      const rows = { project: this.key, kind: 'segment', id: segment, day } as const;
      const runs = readOrNote(this.#database, rows, () => readRuns(this.#database, segment));
      for (const group of runs?.group ?? []) if (group !== 0) paths.add(group);
    }
    const stored = readBatches(this.#database, 'project = ? AND day = ?', this.key, day).map(({ views }) => views);
    for (const columns of [...stored, ...(this.#pending.get(day) ?? [])]) {
      for (const path of columns.path) paths.add(path);
    }
    // Places not filled yet.
    paths.delete(0);
    const other = this.dictionaries.findTerm(termKinds.path, otherPath);
    if (other !== undefined) paths.delete(other);
    return paths;
  }
}

/** Numbers of the pages of a day. */
class DayPaths extends Set<number> implements Held {
  get bytes(): number {
    return this.size * bytesPerPath;
  }
}

/** In a set, about. */
const bytesPerPath = 40;

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
    const known = numbers[index]!;
    return known !== 0 || index === 0 ? known : (numbers[index] = this.#dictionaries.term(kind, this.text(index)));
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
