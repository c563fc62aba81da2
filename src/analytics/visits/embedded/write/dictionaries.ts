import type { Statement } from 'better-sqlite3';
import { IdTable } from '../../../id-table.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { eachVisitorId, visitorsEnd } from '../columns/visitor-ids.ts';
import { checksumOfRow, checksumOfVisitor, isWholeCounter, type StoredCounter } from '../columns/row-checksum.ts';
import type { TermKind } from '../columns/term-kinds.ts';
import { termKinds, visitorCounter } from '../columns/term-kinds.ts';
import type { Held } from './held-memory.ts';

const allTermKinds = Object.values(termKinds);
/** Of a text in a map beside its characters, about. */
const bytesPerTerm = 100;

export interface DictionaryStatements {
  readonly insertTerm: Statement;
  readonly insertVisitor: Statement;
  readonly saveCounter: Statement;
}

export function prepareDictionaryStatements(database: VisitDatabase): DictionaryStatements {
  return {
    insertTerm: database.prepare('INSERT INTO term (project, kind, number, text, checksum) VALUES (?, ?, ?, ?, ?)'),
    insertVisitor: database.prepare('INSERT INTO visitor (project, number, id, checksum) VALUES (?, ?, ?, ?)'),
    saveCounter: database.prepare(
      `INSERT INTO counter (project, kind, next, checksum) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET next = excluded.next, checksum = excluded.checksum`,
    ),
  };
}

/**
 * The numbers of one project's visitors and texts, in memory, and new ones written through the connection's open
 * transaction. After a rollback the instance must be thrown away. A number that was given out is never given to
 * another id or text, even after a deletion.
 */
export class Dictionaries implements Held {
  readonly #project: number;
  readonly #statements: DictionaryStatements;
  readonly #terms: Map<string, number>[] = allTermKinds.map(() => new Map<string, number>());
  readonly #nextTerm: number[] = allTermKinds.map(() => 1);
  readonly #visitors = new IdTable();
  #savedVisitors = 0;
  #termBytes = 0;
  readonly #changedCounters = new Set<number>();

  constructor(database: VisitDatabase, statements: DictionaryStatements, project: number) {
    this.#project = project;
    this.#statements = statements;
    this.catchUp(database);
  }

  get bytes(): number {
    return this.#visitors.bytes + this.#termBytes;
  }

  /** Reads what has been numbered since, by this or another process; of one moment, since upkeep moves ids of visitors. */
  catchUp(database: VisitDatabase): void {
    database.transaction(() => {
      this.#catchUp(database);
    })();
  }

  #catchUp(database: VisitDatabase): void {
    const terms = database
      .prepare('SELECT number, text FROM term WHERE project = ? AND kind = ? AND number >= ?')
      .raw();
    const counters = this.#readCounters(database);
    for (const kind of allTermKinds) {
      const termNumbers = this.#terms[kind]!;
      const rows = terms.iterate(this.#project, kind, this.#nextTerm[kind]) as Iterable<[number, string]>;
      // A counter that was damaged must not give out a number that is there.
      let next = counters.get(kind) ?? 1;
      for (const [number, text] of rows) {
        termNumbers.set(text, number);
        this.#termBytes += bytesPerTerm + text.length;
        next = Math.max(next, number + 1);
      }
      this.#nextTerm[kind] = next;
    }
    this.#readVisitors(database, counters.get(visitorCounter) ?? 0);
    this.#savedVisitors = this.#visitors.size;
  }

  /** `given`: how many numbers were given, where that is known. */
  #readVisitors(database: VisitDatabase, knownCount: number): void {
    const first = this.#visitors.size;
    const end = Math.max(knownCount, visitorsEnd(database, this.#project));
    if (end <= first) return;
    this.#visitors.addMany(end - first, (words) => {
      eachVisitorId(database, this.#project, first, (number, ids) => {
        // What is damaged may have any number.
        if (number * 4 + ids.length <= end * 4) words.set(ids, (number - first) * 4);
      });
    });
  }

  #readCounters(database: VisitDatabase): Map<number, number> {
    const rows = database.prepare('SELECT kind, next, checksum FROM counter WHERE project = ?').all(this.#project);
    // Without a damaged one numbers go on after those that are there.
    const whole = (rows as StoredCounter[]).filter((counter) => isWholeCounter(this.#project, counter));
    return new Map(whole.map(({ kind, next }) => [kind, next]));
  }

  termCount(kind: TermKind): number {
    return this.#terms[kind]?.size ?? 0;
  }

  findTerm(kind: TermKind, text: string): number | undefined {
    return this.#terms[kind]?.get(text);
  }

  /** 0 for the empty text. */
  term(kind: TermKind, text: string): number {
    if (text === '') return 0;
    const termNumber = this.#terms[kind]!.get(text);
    if (termNumber !== undefined) return termNumber;
    const number = this.#nextTerm[kind]!;
    this.#nextTerm[kind] = number + 1;
    this.#terms[kind]!.set(text, number);
    this.#termBytes += bytesPerTerm + text.length;
    const checksum = checksumOfRow(this.#project, kind, number, text);
    this.#statements.insertTerm.run(this.#project, kind, number, text, checksum);
    this.#changedCounters.add(kind);
    return number;
  }

  visitor(words: Uint32Array, index: number): number {
    const number = this.#visitors.add(words, index);
    if (number === this.#savedVisitors) {
      this.#savedVisitors += 1;
      const id = Buffer.from(words.buffer, words.byteOffset + index * 16, 16);
      this.#statements.insertVisitor.run(this.#project, number, id, checksumOfVisitor(this.#project, number, id));
      this.#changedCounters.add(visitorCounter);
    }
    return number;
  }

  /** Must be called before the commit. */
  saveCounters(): void {
    for (const kind of this.#changedCounters) {
      const next = kind === visitorCounter ? this.#savedVisitors : this.#nextTerm[kind];
      this.#statements.saveCounter.run(this.#project, kind, next, checksumOfRow(this.#project, kind, next ?? 0));
    }
    this.#changedCounters.clear();
  }
}
