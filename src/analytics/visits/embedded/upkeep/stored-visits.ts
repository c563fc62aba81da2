import { setImmediate as nextTurn } from 'node:timers/promises';
import { duration } from '../../../../kernel/clock.ts';
import { digestOf, putDigest } from '../../../digest.ts';
import { VisitStoreDamaged } from '../../errors.ts';
import { viewsPerPiece, type StoredVisits } from '../../stored-visits.ts';
import { viewSources, type View } from '../../view.ts';
import { parseClassification, parseClient, parseContext } from '../columns/classification-text.ts';
import { openVisitDatabase, type VisitDatabase } from '../columns/database.ts';
import { hasEvent } from '../columns/event-filter.ts';
import { termKinds, type TermKind } from '../columns/term-kinds.ts';
import { addTrackerDay, readTrackerDays } from '../columns/tracker-days.ts';
import { bytesOf, dayText, eventWords, type ViewColumns } from '../columns/view-columns.ts';
import { eachVisitorId, visitorsEnd } from '../columns/visitor-ids.ts';
import { storedRows } from './recount.ts';

/** Over a connection of its own; the file may be in use. */
export function openStoredVisits(file: string): StoredVisits {
  const database = openVisitDatabase(file);
  const keyOf = (projectId: string): number | undefined =>
    database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number | undefined;
  return {
    projects: () => Promise.resolve(database.prepare('SELECT id FROM project ORDER BY id').pluck().all() as string[]),
    days(projectId) {
      const select = database.prepare(
        `SELECT day, sum(rows) AS views FROM (
           SELECT day, rows FROM segment WHERE project = $key UNION ALL SELECT day, rows FROM batch WHERE project = $key)
         GROUP BY day ORDER BY day`,
      );
      return Promise.resolve(select.all({ key: keyOf(projectId) ?? 0 }) as { day: number; views: number }[]);
    },
    async *read(projectId, days) {
      // What is sealed meanwhile stays where it is listed.
      database.exec('BEGIN');
      try {
        const key = keyOf(projectId);
        const views = key === undefined ? [] : readDays(database, { projectId, key }, days);
        for (const piece of toPieces(views)) {
          yield piece;
          await nextTurn();
        }
      } finally {
        database.exec('COMMIT');
      }
    },
    trackerDays: (projectId) => Promise.resolve([...readTrackerDays(database, keyOf(projectId) ?? 0)]),
    noteTrackerDays(projectId, days) {
      const key = keyOf(projectId);
      database
        .transaction(() => {
          if (key !== undefined) for (const day of days) addTrackerDay(database, key, day);
        })
        .immediate();
      return Promise.resolve();
    },
    close() {
      database.close();
      return Promise.resolve();
    },
  };
}

function* toPieces(views: Iterable<View>): Generator<View[]> {
  let piece: View[] = [];
  for (const view of views) {
    piece.push(view);
    if (piece.length < viewsPerPiece) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/** In the caller's transaction. */
function* readDays(
  database: VisitDatabase,
  { projectId, key }: { projectId: string; key: number },
  days: readonly number[],
): Generator<View> {
  const wantedDays = new Set(days);
  const texts = new Texts(database, { projectId, key });
  const visitors = readVisitors(database, key);
  for (const [day, dayRows] of Map.groupBy(storedRows(database, key), (rows) => rows.day)) {
    if (!wantedDays.has(day)) continue;
    /** How many views of the day without an event are the same in everything. */
    const same = new Map<string, number>();
    for (const { load } of dayRows) {
      const columns = load();
      for (let row = 0; row < columns.length; row += 1) {
        const view = viewAt(columns, row, { day, texts, visitors });
        yield { ...view, eventDigest: digestAt(columns, row, view, same) };
      }
    }
  }
}

function readVisitors(database: VisitDatabase, key: number): Uint8Array {
  const words = new Uint32Array(visitorsEnd(database, key) * eventWords);
  eachVisitorId(database, key, 0, (first, ids) => {
    words.set(ids.subarray(0, Math.max(0, words.length - first * eventWords)), first * eventWords);
  });
  return bytesOf(words);
}

function viewAt(
  columns: ViewColumns,
  row: number,
  { day, texts, visitors }: { day: number; texts: Texts; visitors: Uint8Array },
): View {
  const offset = columns.visitor[row]! * 16;
  const { [row]: context = 0 } = columns.context;
  return {
    timestampMs: day * duration.day + columns.time[row]!,
    visitor: visitors.subarray(offset, offset + 16),
    path: texts.required(day, termKinds.path, columns.path[row]!),
    classification: texts.classification(day, columns.agent[row]! >>> 5),
    client: texts.client(columns.client[row]!),
    referrer: texts.of(termKinds.referrer, columns.referrer[row]!),
    country: texts.of(termKinds.country, columns.country[row]!),
    source: viewSources[columns.source[row]!] ?? 'server',
    context: context === 0 ? undefined : texts.context(context),
    eventId: undefined,
  };
}

/**
 * Of its event; or, where it has none, of what it is and can never be changed, and of how many that are the same came before
 * it: in whatever order they are stored, they are told apart in the same way.
 */
function digestAt(columns: ViewColumns, row: number, view: View, same: Map<string, number>): Uint8Array {
  const words = columns.event.slice(row * eventWords, (row + 1) * eventWords);
  if (!hasEvent(columns.event, row)) {
    const { timestampMs, visitor, path, client, referrer, country, source, context } = view;
    const fields = [Buffer.from(visitor).toString('hex'), path, client, referrer, country, source, context];
    const content = digestOf(JSON.stringify([timestampMs, ...fields]));
    const before = same.get(content) ?? 0;
    same.set(content, before + 1);
    putDigest(digestOf(`${content} ${before}`), words);
  }
  return bytesOf(words);
}

/** The texts of a project by their numbers, each read once. */
class Texts {
  readonly #projectId: string;
  readonly #texts = new Map<TermKind, string[]>();
  readonly #classifications: View['classification'][] = [];
  readonly #clients: View['client'][] = [];
  readonly #contexts: NonNullable<View['context']>[] = [];

  constructor(database: VisitDatabase, { projectId, key }: { projectId: string; key: number }) {
    this.#projectId = projectId;
    for (const kind of Object.values(termKinds)) this.#texts.set(kind, []);
    const select = database.prepare('SELECT kind, number, text FROM term WHERE project = ?').raw();
    for (const [kind, number, text] of select.iterate(key) as Iterable<[TermKind, number, string]>) {
      const kindTexts = this.#texts.get(kind);
      if (kindTexts) kindTexts[number] = text;
    }
  }

  of(kind: TermKind, number: number): string | undefined {
    return this.#texts.get(kind)?.[number];
  }

  /** Throws VisitStoreDamaged. */
  required(day: number, kind: TermKind, number: number): string {
    const text = this.of(kind, number);
    if (text !== undefined) return text;
    throw new VisitStoreDamaged({ projectId: this.#projectId, day: dayText(day), piece: `text ${number}` });
  }

  classification(day: number, number: number): View['classification'] {
    return (this.#classifications[number] ??= parseClassification(this.required(day, termKinds.agent, number)));
  }

  client(number: number): View['client'] {
    return (this.#clients[number] ??= parseClient(this.of(termKinds.client, number) ?? ''));
  }

  context(number: number): NonNullable<View['context']> {
    return (this.#contexts[number] ??= parseContext(this.of(termKinds.context, number) ?? ''));
  }
}
