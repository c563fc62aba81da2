import { memoryUses, type MemoryLedger, type MemoryUse } from '../columns/memory-ledger.ts';

/** What lies in memory and can be loaded again. */
export interface Held {
  readonly bytes: number;
}

type WritingUse = Exclude<MemoryUse, 'counting'>;

interface Entry {
  readonly value: Held;
  readonly use: WritingUse;
  /** What it took to load. */
  readonly milliseconds: number;
  /** As it was when it was last measured. */
  bytes: number;
  /** The turn in which it was last used. */
  turn: number;
  /** Who has least is given up first. */
  credit: number;
}

/** Of what seems to be empty: a map and its entry. */
const leastBytes = 200;

/**
 * What the writing thread holds of all projects, up to a number of bytes. What costs most to load again for the room it takes
 * stays longest, and everything loses with time (GreedyDual): so neither many days of one project nor many projects at once
 * make everybody's memory be loaded anew each time. What is in use grows past the limit only until the turn ends; a
 * dictionary without which nothing can be written stays even then.
 */
export class HeldMemory {
  readonly #maximumBytes: number;
  readonly #ledger: MemoryLedger | undefined;
  readonly #projects = new Map<number, Map<string, Entry>>();
  readonly #touched = new Set<Entry>();
  #bytes = 0;
  #turn = 0;
  /** Credit of what was given up last: what is used from now on begins above it. */
  #inflation = 0;

  constructor(maximumBytes: number, ledger?: MemoryLedger) {
    this.#maximumBytes = maximumBytes;
    this.#ledger = ledger;
  }

  /** One transaction. */
  get turn(): number {
    return this.#turn;
  }

  /** Whether half of it is free, so that loading more takes nothing out of it. */
  get hasRoom(): boolean {
    return this.#bytes * 2 < this.#maximumBytes;
  }

  get<Value extends Held>(project: number, use: WritingUse, of: number, load: () => Value): Value {
    const cachedEntry = this.#entry(project, use, of);
    if (cachedEntry) return cachedEntry.value as Value;
    const began = performance.now();
    const value = load();
    const entry = { value, use, milliseconds: performance.now() - began, bytes: 0, turn: this.#turn, credit: 0 };
    const projectEntries = this.#projects.get(project) ?? new Map<string, Entry>();
    this.#projects.set(project, projectEntries.set(`${use} ${of}`, entry));
    this.#touched.add(entry);
    this.#ledger?.noteLoad(use);
    return value;
  }

  /** Undefined where it is not in memory. */
  find(project: number, use: WritingUse, of: number): Held | undefined {
    return this.#entry(project, use, of)?.value;
  }

  forget(project: number, uses: readonly WritingUse[] = memoryUses.filter((use) => use !== 'counting')): void {
    const entries = this.#projects.get(project);
    for (const [name, entry] of entries ?? []) if (uses.includes(entry.use)) this.#remove(project, name, entry);
  }

  /** Measures what was used, and gives up what does not fit. */
  endTurn(): void {
    for (const entry of this.#touched) {
      this.#resize(entry, Math.max(leastBytes, entry.value.bytes));
      entry.credit = this.#inflation + entry.milliseconds / entry.bytes;
    }
    this.#touched.clear();
    if (this.#bytes > this.#maximumBytes) this.#giveUp();
    this.#turn += 1;
  }

  #giveUp(): void {
    const all = [...this.#projects].flatMap(([project, entries]) =>
      [...entries].map(([name, entry]) => ({ project, name, entry })),
    );
    const isNeeded = ({ use, turn }: Entry) => use === 'dictionaries' && turn === this.#turn;
    const leastFirst = all.filter(({ entry }) => !isNeeded(entry)).sort((a, b) => a.entry.credit - b.entry.credit);
    for (const { project, name, entry } of leastFirst) {
      if (this.#bytes <= this.#maximumBytes) return;
      this.#inflation = entry.credit;
      this.#remove(project, name, entry);
    }
  }

  #entry(project: number, use: WritingUse, of: number): Entry | undefined {
    const entry = this.#projects.get(project)?.get(`${use} ${of}`);
    if (entry === undefined) return undefined;
    entry.turn = this.#turn;
    this.#touched.add(entry);
    return entry;
  }

  #remove(project: number, name: string, entry: Entry): void {
    const entries = this.#projects.get(project);
    entries?.delete(name);
    if (entries?.size === 0) this.#projects.delete(project);
    this.#touched.delete(entry);
    this.#resize(entry, 0);
  }

  #resize(entry: Entry, bytes: number): void {
    this.#bytes += bytes - entry.bytes;
    this.#ledger?.add(entry.use, bytes - entry.bytes);
    entry.bytes = bytes;
  }
}
