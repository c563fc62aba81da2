import type { Clock } from '../../../../kernel/clock.ts';
import type { AppendOutcome, DailyLimits, KeptEvent } from '../../visit-store.ts';
import type { ClientValues } from '../count/client-values.ts';
import type { ClickHouse } from '../server/clickhouse.ts';
import { numbers, sql, uuids } from '../server/sql.ts';
import { byColumn, DayRoom, limitedColumns, type FoldText, type LimitedColumn } from './day-room.ts';
import { columnsOfRest, dayOf, idOfEvent, type Delivery, type RefusalRow, type ViewRow } from './delivery.ts';

/** Asked about at a time; a day and an id of a view are 50 characters. */
const idsPerQuestion = 5_000;

const viewColumns = ['project_id', 'day', 'id', 'path', ...columnsOfRest];
const userAgentAt = viewColumns.indexOf('user_agent');

type DayAndId = Pick<RefusalRow, 'day' | 'id'>;

/** Finds out what of deliveries is new, and writes that. */
export class DeliveryWriter {
  readonly #server: ClickHouse;
  readonly #room: DayRoom;
  readonly #clients: ClientValues;

  constructor(options: { server: ClickHouse; clients: ClientValues; limits: DailyLimits; clock: Clock }) {
    const { server, clients, clock, limits } = options;
    this.#server = server;
    this.#clients = clients;
    this.#room = new DayRoom({ server, clock, limits });
  }

  /**
   * What became of each. The same deliveries may be written again, in whatever part they were: rows replace themselves, and
   * under the same token ClickHouse does not even take them.
   */
  async write(deliveries: readonly Delivery[], token: string): Promise<AppendOutcome[]> {
    const outcomes = new Map<Delivery, AppendOutcome>();
    const views: unknown[][] = [];
    const refusals: unknown[][] = [];
    const byProject = [...Map.groupBy(deliveries, ({ projectId }) => projectId)];
    await Promise.all(
      byProject.map(async ([projectId, projectDeliveries]) => {
        const sorted = await this.#sort(projectId, projectDeliveries);
        for (const [delivery, outcome] of sorted.outcomes) outcomes.set(delivery, outcome);
        views.push(...sorted.views);
        refusals.push(...sorted.refusals);
      }),
    );
    if (views.length > 0) {
      await this.#clients.note(views.map((row) => String(row[userAgentAt])));
      await this.#server.insert('view', { columns: viewColumns, rows: views, token });
    }
    if (refusals.length > 0) {
      const columns = ['project_id', 'day', 'id', 'reason', 'count'];
      await this.#server.insert('refusal', { columns, rows: refusals, token });
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? nothing);
  }

  async findKept(projectId: string, events: readonly KeptEvent[]): Promise<boolean[]> {
    const eventKeys = events.map(({ timestampMs, eventId }) => ({ day: dayOf(timestampMs), id: idOfEvent(eventId) }));
    const storedIds = await this.#find('view', projectId, eventKeys);
    return eventKeys.map((event) => storedIds.has(keyOf(event)));
  }

  async #sort(projectId: string, deliveries: readonly Delivery[]) {
    const events = deliveries.flatMap(({ views }) => views.filter(({ isEvent }) => isEvent));
    const refused = deliveries.flatMap(({ refusals }) => refusals.filter(({ isEvent }) => isEvent));
    const [storedIds, takenBack, fold] = await Promise.all([
      this.#find('view', projectId, [...events, ...refused]),
      this.#find('refusal', projectId, events),
      this.#findRoom(projectId, deliveries),
    ]);
    const views: unknown[][] = [];
    /** The last one of an event counts. */
    const refusals = new Map<string, RefusalRow>();
    const outcomes = deliveries.map((delivery) => {
      let accepted = 0;
      let folded = 0;
      for (const { day, id, isEvent, path, rest } of delivery.views) {
        const key = keyOf({ day, id });
        if (storedIds.has(key)) continue;
        if (isEvent) storedIds.add(key);
        // Refused before, and now kept: it is no longer refused.
        refusals.delete(key);
        if (takenBack.has(key)) refusals.set(key, { day, id, isEvent, reason: '', count: 0 });
        const row = [projectId, day, id, path, ...rest];
        if (foldTexts(row, fold.get(day))) folded += 1;
        accepted += 1;
        views.push(row);
      }
      for (const refusal of delivery.refusals) {
        if (!storedIds.has(keyOf(refusal))) refusals.set(keyOf(refusal), refusal);
      }
      return [delivery, { accepted, duplicates: delivery.views.length - accepted, folded }] as const;
    });
    const rows = [...refusals.values()].map(({ day, id, reason, count }) => [projectId, day, id, reason, count]);
    return { outcomes, views, refusals: rows };
  }

  /** Those that are in a table already, as keys. */
  async #find(table: 'view' | 'refusal', projectId: string, rows: readonly DayAndId[]): Promise<Set<string>> {
    const foundIds = new Set<string>();
    const source = table === 'view' ? sql`FROM view` : sql`FROM refusal FINAL`;
    const isLive = table === 'view' ? sql`` : sql`AND count > 0`;
    for (let from = 0; from < rows.length; from += idsPerQuestion) {
      const batch = rows.slice(from, from + idsPerQuestion);
      const days = [...new Set(batch.map(({ day }) => day))];
      const ids = batch.map(({ id }) => id);
      const answer = await this.#server.read<DayAndId>(
        sql`SELECT DISTINCT day, id ${source} WHERE project_id = ${projectId}
          AND day IN ${numbers(days)} AND id IN ${uuids(ids)} ${isLive}`,
      );
      for (const row of answer) foundIds.add(keyOf(row));
    }
    return foundIds;
  }

  async #findRoom(projectId: string, deliveries: readonly Delivery[]): Promise<Map<number, FoldText>> {
    const byDay = Map.groupBy(
      deliveries.flatMap(({ views }) => views),
      ({ day }) => day,
    );
    const rooms = [...byDay].map(async ([day, views]) => {
      const requested = byColumn((column) => new Set(views.map((view) => textOf(view, column))));
      return [day, await this.#room.of(projectId, day, requested)] as const;
    });
    return new Map(await Promise.all(rooms));
  }
}

const nothing: AppendOutcome = { accepted: 0, duplicates: 0, folded: 0 };

function keyOf({ day, id }: DayAndId): string {
  return `${day} ${id}`;
}

/** Where a limited column stands in a row. */
const places = byColumn((column) => viewColumns.indexOf(column));
const placesOfRest = byColumn((column) => columnsOfRest.findIndex((name) => name === column));

/** Whether a text of the row was put in place of its own. */
function foldTexts(row: (string | number)[], fold: FoldText | undefined): boolean {
  if (fold === undefined) return false;
  let isFolded = false;
  for (const column of limitedColumns) {
    const text = String(row[places[column]]);
    const storedText = fold(column, text);
    if (storedText === text) continue;
    row[places[column]] = storedText;
    // It says nothing without the program that sent it.
    if (column === 'user_agent') row[places.accept] = '';
    isFolded = true;
  }
  return isFolded;
}

function textOf({ path, rest }: ViewRow, column: LimitedColumn): string {
  return column === 'path' ? path : String(rest[placesOfRest[column]]);
}
