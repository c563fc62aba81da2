import { LRUCache } from 'lru-cache';
import { insertBatch, readBatches } from '../columns/batch.ts';
import type { DailyLimits } from '../../visit-store.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { checksumOfRow } from '../columns/row-checksum.ts';
import { concatenateViews } from '../columns/view-columns.ts';
import { prepareDictionaryStatements } from './dictionaries.ts';
import type { EventList, PackedViews } from './packed-views.ts';
import { HeldMemory } from './held-memory.ts';
import { ProjectWriter } from './project-writer.ts';
import type { PackedDrops } from './refusals.ts';

/** Everything that arrived for one project at about the same time. */
export interface WriteRequest {
  readonly projectId: string;
  readonly views: PackedViews;
  readonly drops: readonly PackedDrops[];
}

export interface WriteOutcome {
  /** One of `fates` for each view. */
  readonly fates: Uint8Array<ArrayBuffer>;
  /** Rows that wait in batches of the project and day with most of them; tells when sealing is due. */
  readonly waitingRows: number;
}

/** Asks which events are kept already. */
export interface KeptRequest extends EventList {
  readonly projectId: string;
}

/** Asks that the first views of a project need not wait for what is read once. */
export interface PrepareRequest {
  readonly prepares: string;
}

export interface Writer {
  /** False where no more of others would fit beside it. */
  prepare(request: PrepareRequest): boolean;
  /** 1 for each event that is. */
  findKept(request: KeptRequest): Uint8Array<ArrayBuffer>;
  /** All requests in one transaction; on an error none of them is kept. */
  commit(requests: readonly WriteRequest[]): WriteOutcome[];
}

/** The project as another process may have changed it since this one wrote. */
interface ProjectRow {
  readonly key: number;
  readonly appends: number;
  readonly generation: number;
}

interface KnownProject {
  readonly writer: ProjectWriter;
  appends: number;
  readonly generation: number;
  lastBatch: number;
}

/** Projects of which it is known how far they were read; what was read of them lies in `HeldMemory`. */
const knownProjects = 10_000;

export function createWriter(database: VisitDatabase, limits: DailyLimits, memory = new HeldMemory(Infinity)): Writer {
  const dictionaryStatements = prepareDictionaryStatements(database);
  const insertProject = database.prepare('INSERT INTO project (id, checksum) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const selectProject = database.prepare('SELECT key, appends, generation FROM project WHERE id = ?');
  const countWaiting = database.prepare('SELECT sum(rows) FROM batch WHERE project = ? AND day = ?').pluck();
  const bump = database.prepare('UPDATE project SET version = version + 1, appends = appends + ? WHERE key = ?');
  const projectCache = new LRUCache<string, KnownProject>({
    max: knownProjects,
    dispose: ({ writer }) => {
      memory.forget(writer.key);
    },
  });

  function open(projectId: string): KnownProject {
    insertProject.run(projectId, checksumOfRow(projectId));
    return current(projectId, selectProject.get(projectId) as ProjectRow);
  }

  function current(projectId: string, row: ProjectRow): KnownProject {
    const held = projectCache.get(projectId);
    if (held && catchUp(held, row)) return held;
    // First, since it takes what was read of the project out of memory.
    projectCache.delete(projectId);
    const project = load(row);
    projectCache.set(projectId, project);
    return project;
  }

  function load(row: ProjectRow): KnownProject {
    const statements = dictionaryStatements;
    const writer = new ProjectWriter({ database, statements, memory, key: row.key, limits });
    const lastBatch = database.prepare('SELECT max(id) FROM batch').pluck().get() as number | null;
    return { writer, appends: row.appends, generation: row.generation, lastBatch: lastBatch ?? 0 };
  }

  /** Takes in what another process has added. False where the project must be loaded anew. */
  function catchUp(project: KnownProject, row: ProjectRow): boolean {
    const { writer } = project;
    if (writer.key !== row.key || project.generation !== row.generation) return false;
    if (project.appends === row.appends) return true;
    const batches = readBatches(database, 'project = ? AND id > ?', row.key, project.lastBatch);
    writer.dictionaries.catchUp(database);
    // Fewer batches than appends: some were sealed before they were seen here, or are damaged.
    if (batches.length === row.appends - project.appends) {
      for (const { batch, views } of batches) writer.noticeForeign(batch.day, views);
    } else {
      writer.forgetDays();
    }
    project.appends = row.appends;
    project.lastBatch = batches.at(-1)?.batch.id ?? project.lastBatch;
    return true;
  }

  function write(project: KnownProject): number {
    let waiting = 0;
    let batches = 0;
    for (const [day, pending] of project.writer.takePending()) {
      const views = concatenateViews(pending);
      if (views.length === 0) continue;
      project.writer.noteSources(day, views);
      project.lastBatch = insertBatch(database, project.writer.key, day, views);
      batches += 1;
      waiting = Math.max(waiting, countWaiting.get(project.writer.key, day) as number);
    }
    project.writer.storeRefusals();
    project.writer.dictionaries.saveCounters();
    if (batches > 0) bump.run(batches, project.writer.key);
    project.appends += batches;
    return waiting;
  }

  const commit = database.transaction((requests: readonly WriteRequest[]): WriteOutcome[] => {
    const touched = new Map<string, KnownProject>();
    const written = requests.map(({ projectId, views, drops }) => {
      const project = touched.get(projectId) ?? open(projectId);
      touched.set(projectId, project);
      const fate = project.writer.add(views);
      project.writer.refuse(drops);
      return fate;
    });
    const waiting = new Map([...touched].map(([id, project]) => [id, write(project)]));
    return requests.map(({ projectId }, index) => ({
      fates: written[index] ?? new Uint8Array(),
      waitingRows: waiting.get(projectId) ?? 0,
    }));
  });

  // In one transaction: what is sealed meanwhile would be in no batch any more and in no segment yet.
  const findKept = database.transaction(({ projectId, ...events }: KeptRequest): Uint8Array<ArrayBuffer> => {
    const row = selectProject.get(projectId) as ProjectRow | undefined;
    if (row === undefined) return new Uint8Array(events.timestamps.length);
    return current(projectId, row).writer.findKept(events);
  });

  /** Dictionaries may take seconds: those that are not in memory are loaded before others have to wait for the lock. */
  function loadDictionaries(requests: readonly WriteRequest[]): void {
    for (const projectId of new Set(requests.map((request) => request.projectId))) {
      const row = selectProject.get(projectId) as ProjectRow | undefined;
      if (row) current(projectId, row).writer.loadDictionaries();
    }
  }

  return {
    prepare: ({ prepares: projectId }) => {
      try {
        const row = selectProject.get(projectId) as ProjectRow | undefined;
        if (row) current(projectId, row).writer.loadDictionaries();
      } finally {
        memory.endTurn();
      }
      return memory.hasRoom;
    },
    findKept: (request) => {
      try {
        return findKept(request);
      } finally {
        memory.endTurn();
      }
    },
    commit: (requests) => {
      try {
        loadDictionaries(requests);
        return commit.immediate(requests);
      } catch (error) {
        for (const request of requests) projectCache.delete(request.projectId);
        throw error;
      } finally {
        memory.endTurn();
      }
    },
  };
}
