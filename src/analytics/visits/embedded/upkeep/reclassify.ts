import type { Classification, ClientSignature } from '../../view.ts';
import { trafficCategories } from '../../view.ts';
import { categoryCode, eventCode } from '../columns/category-codes.ts';
import { classificationText, parseClassification, parseClient } from '../columns/classification-text.ts';
import { insertBatch, selectBatches, viewsOfBatch, type StoredBatch } from '../columns/batch.ts';
import type { VisitDatabase } from '../columns/database.ts';
import {
  encodeSegment,
  insertSegment,
  readColumn,
  readSegment,
  readUnlessRemoved,
  sourceOf,
} from '../columns/segment.ts';
import { checksumOfRow, isWholeCounter, textsOf, type StoredCounter } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { categoryOf, type ViewColumns } from '../columns/view-columns.ts';
import { everySegment } from './every-segment.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

/** One pair that occurs in the project. */
export interface Combination {
  /** Number of the classification. */
  readonly agent: number;
  readonly client: number;
  readonly classification: Classification;
  readonly signature: ClientSignature;
}

export interface Replacement {
  readonly agent: number;
  readonly client: number;
  readonly classification: Classification;
}

export function findCombinations(database: VisitDatabase, projectId: string): Combination[] {
  const project = keyOf(database, projectId) ?? 0;
  const pairs = new Map<number, Set<number>>();
  const note = (agents: Uint32Array, clients: Uint32Array) => {
    agents.forEach((agentAndCode, row) => {
      const agent = agentAndCode >>> 5;
      const knownClients = pairs.get(agent);
      if (knownClients) knownClients.add(clients[row]!);
      else pairs.set(agent, new Set([clients[row]!]));
    });
  };
  // Batches come first: what is sealed in between is among the segments then.
  for (const batch of batchesOf(database, project)) {
    const { agent, client } = viewsOfBatch(database, batch);
    note(agent, client);
  }
  for (const { id } of everySegment(database, project)) {
    readUnlessRemoved(database, id, () => {
      note(readColumn(database, id, 'agent'), readColumn(database, id, 'client'));
    });
  }
  const text = (kind: number, number: number) => textsOf(database, project, kind, [number]).get(number) ?? '';
  return [...pairs].flatMap(([agent, clients]) => {
    const classification = parseClassification(text(termKinds.agent, agent));
    return [...clients].map((client): Combination => {
      const signature = parseClient(text(termKinds.client, client));
      return { agent, client, classification, signature };
    });
  });
}

/** Rewrites what the replacements concern, segment by segment. Returns the number of views with a new classification. */
export function applyReplacements(
  database: VisitDatabase,
  projectId: string,
  replacements: readonly Replacement[],
): number {
  const project = keyOf(database, projectId);
  if (project === undefined || replacements.length === 0) return 0;
  const table = numberReplacements(database, project, replacements);
  const newAgent: NewAgent = (agent, client, source) => {
    const replacement = table.get(agent >>> 5)?.get(client);
    return replacement === undefined ? agent : replacement.number * 32 + codeOf(agent, replacement.category, source);
  };
  let changed = rewriteBatches(database, project, newAgent);
  const done = new Set<number>();
  for (const { id, day } of everySegment(database, project)) {
    if (done.has(id)) continue;
    const rewritten = readUnlessRemoved(database, id, () => rewriteSegment(database, id, newAgent));
    if (rewritten === undefined) continue;
    const { encoded, rows } = rewritten;
    const isDone = replace(database, () => {
      if (!removeSegments(database, [id])) return false;
      done.add(insertSegment(database, project, day, encoded, rows));
      changeDictionaries(database, project);
      return true;
    });
    changed += rewritten.changed * isDone;
  }
  return changed;
}

/** A named event stays one, whoever it is by. */
function codeOf(agent: number, category: number, source: number): number {
  return categoryOf(agent) === eventCode ? eventCode : categoryCode(category, source);
}

/** Takes and gives what the column holds. */
type NewAgent = (agent: number, client: number, source: number) => number;

interface NumberedClassification {
  readonly number: number;
  /** Index in `trafficCategories`. */
  readonly category: number;
}

function rewriteSegment(database: VisitDatabase, segment: number, newAgent: NewAgent) {
  const agents = readColumn(database, segment, 'agent');
  const clients = readColumn(database, segment, 'client');
  const sources = readColumn(database, segment, 'source');
  const changed = agents.reduce(
    (sum, agent, row) => (newAgent(agent, clients[row]!, sources[row]!) === agent ? sum : sum + 1),
    0,
  );
  if (changed === 0) return undefined;
  const views = withNewAgents(readSegment(database, segment), newAgent);
  return { changed, encoded: encodeSegment(sourceOf(views)), rows: views.length };
}

function rewriteBatches(database: VisitDatabase, project: number, newAgent: NewAgent): number {
  let changed = 0;
  replace(database, () => {
    const remove = database.prepare('DELETE FROM batch WHERE id = ?');
    for (const batch of batchesOf(database, project)) {
      const views = viewsOfBatch(database, batch);
      const rewritten = withNewAgents(views, newAgent);
      const count = views.agent.reduce((sum, agent, row) => (agent === rewritten.agent[row] ? sum : sum + 1), 0);
      if (count === 0) continue;
      changed += count;
      remove.run(batch.id);
      insertBatch(database, project, batch.day, rewritten);
    }
    if (changed > 0) changeDictionaries(database, project);
    return true;
  });
  return changed;
}

/** Gives each new classification its number; by agent, then by client. */
function numberReplacements(
  database: VisitDatabase,
  project: number,
  replacements: readonly Replacement[],
): Map<number, Map<number, NumberedClassification>> {
  const table = new Map<number, Map<number, NumberedClassification>>();
  replace(database, () => {
    for (const { agent, client, classification } of replacements) {
      const number = agentNumber(database, project, classificationText(classification));
      const category = trafficCategories.indexOf(classification.category);
      const clients = table.get(agent) ?? new Map<number, NumberedClassification>();
      table.set(agent, clients.set(client, { number, category }));
    }
    changeDictionaries(database, project);
    return true;
  });
  return table;
}

function agentNumber(database: VisitDatabase, project: number, text: string): number {
  const knownNumber = database
    .prepare('SELECT number FROM term WHERE project = ? AND kind = ? AND text = ?')
    .pluck()
    .get(project, termKinds.agent, text);
  if (typeof knownNumber === 'number') return knownNumber;
  const next = nextAgent(database, project);
  const insert = database.prepare('INSERT INTO term (project, kind, number, text, checksum) VALUES (?, ?, ?, ?, ?)');
  insert.run(project, termKinds.agent, next - 1, text, checksumOfRow(project, termKinds.agent, next - 1, text));
  return next - 1;
}

/** The number after the one that is given out now. */
function nextAgent(database: VisitDatabase, project: number): number {
  const kind = termKinds.agent;
  const stored = database.prepare('SELECT kind, next, checksum FROM counter WHERE project = ? AND kind = ?');
  const counter = stored.get(project, kind) as StoredCounter;
  const highest = database.prepare('SELECT max(number) FROM term WHERE project = ? AND kind = ?').pluck();
  const free = isWholeCounter(project, counter) ? counter.next : (highest.get(project, kind) as number) + 1;
  database
    .prepare('UPDATE counter SET next = ?, checksum = ? WHERE project = ? AND kind = ?')
    .run(free + 1, checksumOfRow(project, kind, free + 1), project, kind);
  return free + 1;
}

function withNewAgents(views: ViewColumns, newAgent: NewAgent): ViewColumns {
  return { ...views, agent: views.agent.map((agent, row) => newAgent(agent, views.client[row]!, views.source[row]!)) };
}

function keyOf(database: VisitDatabase, projectId: string): number | undefined {
  return database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number | undefined;
}

function batchesOf(database: VisitDatabase, project: number): StoredBatch[] {
  return selectBatches(database, 'project = ?', project);
}
