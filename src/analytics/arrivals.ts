import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { addressKey, isPrivate, networkKey } from '../http/address.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { HitSource } from './hit.ts';

/** A person whose view was kept, as far as set-up must know. */
export interface SeenReader {
  readonly source: HitSource;
  readonly address: string;
  /** A forwarding header that came from a peer that is no trusted proxy. */
  readonly ignoredHeader: string | undefined;
}

const readersSchema = z.object({
  /** When the first of them came, in milliseconds since the epoch; the others came within an hour. */
  since: z.int(),
  /** Views of people. */
  views: z.int(),
  /** Whether they had several addresses, and whether any of these was not private. Addresses themselves are not kept. */
  several: z.boolean(),
  public: z.boolean(),
  ignoredHeader: z.string().optional(),
});

const arrivalsSchema = z.object({
  /** By source. */
  readers: z.record(z.string(), readersSchema),
  ignoredFields: z.object({ since: z.int(), counts: z.record(z.string(), z.int()) }).optional(),
});

const fileSchema = z.record(z.string(), arrivalsSchema);

/** What set-up must know of how the views of a project arrived lately. */
export type ArrivedViews = z.infer<typeof arrivalsSchema>;
type Readers = z.infer<typeof readersSchema>;

export interface Arrivals {
  note(
    projectId: string,
    seen: {
      readonly readers: readonly SeenReader[];
      readonly ignoredFields: ReadonlyMap<string, number> | undefined;
    },
  ): Promise<void>;
  /** Nothing of what is older than a day. Another process of this data directory may have noted it. */
  read(projectId: string): Promise<ArrivedViews>;
}

/** Names of fields that are kept for a project; they come from outside. */
const keptFields = 20;

/** Notes arrivals in a file of the data directory, since `docwright doctor` runs beside the server. */
export function createArrivals(options: { dataDirectory: string; clock: Clock; logger: Logger }): Arrivals {
  const { clock, logger } = options;
  const file = join(options.dataDirectory, 'arrivals.json');
  /** Of the hour under way, with the network that was seen first. */
  const hours = new Map<string, { readers: Readers; readonly network: string }>();
  let lastWrite = Promise.resolve();

  async function readAll(): Promise<z.infer<typeof fileSchema>> {
    try {
      return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return {};
    }
  }

  /** Counts a view; true when there is something new to be kept. */
  function count(projectId: string, { source, address, ignoredHeader }: SeenReader): boolean {
    const key = addressKey(address);
    if (key === undefined) return false;
    const now = clock.now();
    const name = `${projectId} ${source}`;
    const hour = hours.get(name);
    const network = networkKey(key);
    if (hour === undefined || now - hour.readers.since >= duration.hour) {
      hours.set(name, {
        network,
        readers: { since: now, views: 1, several: false, public: !isPrivate(key), ignoredHeader },
      });
      return true;
    }
    const before = hour.readers;
    hour.readers = {
      since: before.since,
      views: before.views + 1,
      several: before.several || network !== hour.network,
      public: before.public || !isPrivate(key),
      ignoredHeader: before.ignoredHeader ?? ignoredHeader,
    };
    const { views, several, ignoredHeader: header } = hour.readers;
    const isNew =
      several !== before.several || hour.readers.public !== before.public || header !== before.ignoredHeader;
    // Each power of two: a few writes an hour, however many views.
    return isNew || (views & (views - 1)) === 0;
  }

  async function write(projectId: string, ignoredFields: ReadonlyMap<string, number> | undefined): Promise<void> {
    const now = clock.now();
    const all = await readAll();
    const kept = recent(all[projectId], now);
    for (const [name, { readers }] of hours) {
      const [project, source = ''] = name.split(' ');
      if (project === projectId) kept.readers[source] = readers;
    }
    if (ignoredFields !== undefined && ignoredFields.size > 0) {
      const { since, counts } = kept.ignoredFields ?? { since: now, counts: {} };
      // Names come from outside, `constructor` among them.
      const sums = new Map(Object.entries(counts));
      for (const [name, added] of ignoredFields)
        if (sums.has(name) || sums.size < keptFields) sums.set(name, (sums.get(name) ?? 0) + added);
      kept.ignoredFields = { since, counts: Object.fromEntries(sums) };
    }
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, JSON.stringify({ ...all, [projectId]: kept }), { mode: 0o600 });
    await rename(draft, file);
  }

  return {
    async note(projectId, { readers, ignoredFields }) {
      let isNew = ignoredFields !== undefined && ignoredFields.size > 0;
      for (const reader of readers) isNew = count(projectId, reader) || isNew;
      if (!isNew) return;
      lastWrite = lastWrite
        .then(() => write(projectId, ignoredFields))
        // The views themselves are kept.
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'how views arrive could not be noted');
        });
      await lastWrite;
    },
    async read(projectId) {
      return recent((await readAll())[projectId], clock.now());
    },
  };
}

function recent(arrived: ArrivedViews | undefined, now: number): ArrivedViews {
  const isRecent = ({ since }: { since: number }) => now - since < duration.day;
  const { readers = {}, ignoredFields } = arrived ?? {};
  return {
    readers: Object.fromEntries(Object.entries(readers).filter(([, noted]) => isRecent(noted))),
    ignoredFields: ignoredFields !== undefined && isRecent(ignoredFields) ? ignoredFields : undefined,
  };
}
