import { deviceOf, deviceValues, type Device } from '../../../traffic/device.ts';
import { noValue } from '../../visit-store.ts';
import { parseClient } from '../columns/classification-text.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { textMissing, wholeText, type StoredText } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';

export type ClientDimension = keyof Device;
const clientDimensions: readonly ClientDimension[] = ['browser', 'os', 'device'];

/** The values of each, without holes. */
export const clientLists: Readonly<Record<ClientDimension, readonly string[]>> = {
  browser: [noValue, ...deviceValues.browser],
  os: [noValue, ...deviceValues.os],
  device: [noValue, ...deviceValues.device],
};

/** What the clients of a project read with. Each is looked at once, since a number is never given to another. */
export class ClientValues {
  readonly #database: VisitDatabase;
  #project = 0;
  /** By number: 1 + the position in the list; 0 where nobody has such a number. */
  #places = emptyPlaces();

  constructor(database: VisitDatabase) {
    this.#database = database;
  }

  /** Throws VisitStoreDamaged: a client that rows name is never forgotten. */
  positionOf(project: number, dimension: ClientDimension, client: number): number {
    if (this.#project !== project || client >= this.#places[dimension].length) this.#read(project);
    const place = this.#places[dimension][client];
    if (!place) throw textMissing(this.#database, project, termKinds.client, client);
    return place - 1;
  }

  /** By number; undefined where the text is gone. */
  valuesOf(project: number, dimension: ClientDimension): (string | undefined)[] {
    this.#read(project);
    return Array.from(this.#places[dimension], (place) => clientLists[dimension][place - 1]);
  }

  /** Reads what has been numbered since. */
  #read(project: number): void {
    if (this.#project !== project) this.#places = emptyPlaces();
    this.#project = project;
    const knownCount = this.#places.browser.length;
    const rows = this.#database
      .prepare(
        'SELECT kind, number, text, checksum FROM term WHERE project = ? AND kind = ? AND number >= ? ORDER BY number',
      )
      .all(project, termKinds.client, knownCount) as StoredText[];
    const last = rows.at(-1);
    if (!last) return;
    for (const dimension of clientDimensions) {
      const grown = new Uint8Array(last.number + 1);
      grown.set(this.#places[dimension]);
      this.#places[dimension] = grown;
    }
    for (const stored of rows) {
      const device = deviceOf(parseClient(wholeText(this.#database, project, stored)).userAgent);
      for (const dimension of clientDimensions) {
        const position = clientLists[dimension].indexOf(device[dimension] ?? noValue);
        this.#places[dimension][stored.number] = position + 1;
      }
    }
  }
}

function emptyPlaces(): Record<ClientDimension, Uint8Array> {
  return { browser: new Uint8Array(), os: new Uint8Array(), device: new Uint8Array() };
}
