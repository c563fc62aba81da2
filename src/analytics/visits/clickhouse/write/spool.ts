import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../../kernel/clock.ts';
import { VisitSpoolFull } from '../../errors.ts';
import type { Delivery } from './delivery.ts';

/** Deliveries that came together, with the token under which they are written, or perhaps were. */
export interface Parcel {
  readonly token: string;
  readonly deliveries: readonly Delivery[];
}

export interface Waiting {
  readonly views: number;
  readonly bytes: number;
}

interface SpooledFile extends Waiting {
  readonly name: string;
}

/** Time, something of its own, views: in the order of names they came. */
const fileName = /^\d{15}-[\da-f-]{36}-(\d+)\.json$/;
/** Ending of a file that was set aside, so that it does not block the others. */
const asideEnding = '.refused';

/**
 * Deliveries that wait on the disk of this machine, a file for each parcel. A file has its name once all of it is on the
 * disk for good, so that whatever is found under a name was acknowledged, and nothing else was. Several processes may share
 * the folder.
 */
export class Spool {
  readonly #folder: string;
  readonly #maximumBytes: number;
  readonly #clock: Clock;
  readonly #files: Map<string, SpooledFile>;
  readonly #aside: Map<string, SpooledFile>;

  constructor(options: { folder: string; maximumBytes: number; clock: Clock }) {
    this.#folder = options.folder;
    this.#maximumBytes = options.maximumBytes;
    this.#clock = options.clock;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#files = new Map();
    this.#aside = new Map();
    this.look();
  }

  /** Finds what other processes left or brought away, too. */
  look(): void {
    const names = readdirSync(this.#folder);
    this.#find(this.#files, new Set(names.filter((name) => fileName.test(name))), '');
    const asideNames = names
      .filter((name) => name.endsWith(asideEnding))
      .map((name) => name.slice(0, -asideEnding.length));
    this.#find(this.#aside, new Set(asideNames.filter((name) => fileName.test(name))), asideEnding);
  }

  #find(files: Map<string, SpooledFile>, names: ReadonlySet<string>, ending: string): void {
    for (const name of files.keys()) if (!names.has(name)) files.delete(name);
    for (const name of names) {
      const bytes = statSync(join(this.#folder, name + ending), { throwIfNoEntry: false })?.size;
      if (bytes !== undefined) files.set(name, { name, bytes, views: Number(fileName.exec(name)?.[1]) });
    }
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  waiting(): Waiting {
    return sum(this.#files.values());
  }

  /** Files that this or another process has set aside. */
  aside(): Waiting {
    return sum(this.#aside.values());
  }

  /** Resolves when the parcel is on the disk for good. Throws VisitSpoolFull, and what the disk says. */
  async put(parcel: Parcel): Promise<void> {
    const content = JSON.stringify(parcel);
    const bytes = Buffer.byteLength(content);
    if (this.waiting().bytes + bytes > this.#maximumBytes) throw new VisitSpoolFull(this.#maximumBytes);
    const views = parcel.deliveries.reduce((sum, delivery) => sum + delivery.views.length, 0);
    const name = `${String(this.#clock.now()).padStart(15, '0')}-${randomUUID()}-${views}.json`;
    const [unnamed, named] = [join(this.#folder, `${name}.part`), join(this.#folder, name)];
    try {
      const file = await open(unnamed, 'wx', 0o600);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unnamed, named);
      await this.#syncFolder();
    } catch (error) {
      await rm(unnamed, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#files.set(name, { name, bytes, views });
  }

  /**
   * The oldest, of so many views together unless the first has more. A file whose content is damaged is told, and set aside; one that the
   * disk does not give now, such as for want of file descriptors, stays for a later call. Throws where it gives none.
   */
  async oldest(
    mostViews: number,
    onUnreadable: (file: string, error: unknown) => void,
  ): Promise<readonly (Parcel & { name: string })[]> {
    const parcels: (Parcel & { name: string })[] = [];
    let views = 0;
    let fault: Error | undefined;
    for (const [name, file] of [...this.#files].sort(([a], [b]) => (a < b ? -1 : 1))) {
      views += file.views;
      if (parcels.length > 0 && views > mostViews) break;
      let text: string;
      try {
        text = await readFile(join(this.#folder, name), 'utf8');
      } catch (error) {
        if (isGone(error)) this.#files.delete(name);
        else fault = error as Error;
        continue;
      }
      try {
        parcels.push({ ...(JSON.parse(text) as Parcel), name });
      } catch (error) {
        onUnreadable(await this.setAside(name), error);
      }
    }
    if (parcels.length === 0 && fault !== undefined) throw fault;
    return parcels;
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
    this.#files.delete(name);
  }

  /** Keeps a file out of the way of those behind it. Returns where it is. */
  async setAside(name: string): Promise<string> {
    const aside = join(this.#folder, name + asideEnding);
    await rename(join(this.#folder, name), aside);
    const file = this.#files.get(name);
    this.#files.delete(name);
    if (file !== undefined) this.#aside.set(name, file);
    return aside;
  }

  /** Puts all set-aside files back into the queue. */
  async takeBack(): Promise<void> {
    for (const [name, file] of [...this.#aside]) {
      try {
        await rename(join(this.#folder, name + asideEnding), join(this.#folder, name));
        this.#files.set(name, file);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
      this.#aside.delete(name);
    }
  }

  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
}

function sum(files: Iterable<SpooledFile>): Waiting {
  let [views, bytes] = [0, 0];
  for (const file of files) {
    views += file.views;
    bytes += file.bytes;
  }
  return { views, bytes };
}

/** Another process has written it. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
