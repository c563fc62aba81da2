import type { Classification, ClientSignature } from '../../view.ts';
import { trafficCategories } from '../../view.ts';
import { classificationText, parseClassification, parseClient } from '../columns/classification-text.ts';
import { insertBatch, selectBatches, viewsOfBatch, type StoredBatch } from '../columns/batch.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { encodeSegment, insertSegment, readColumn, readSegment, sourceOf } from '../columns/segment.ts';
import { checksumOfRow, textsOf } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';
import type { ViewColumns } from '../columns/view-columns.ts';
import { changeDictionaries } from './project-version.ts';
import { removeSegments, replace } from './replace.ts';

/** One pair that occurs in the project. */
export interface Combination {
  /** As in the column: number and category. */
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
  const project = keyOf(database, projectId);
  const pairs = new Map<number, Set<number>>();
  const note = (agents: Uint32Array, clients: Uint32Array) => {
    agents.forEach((agent, row) => {
      const known = pairs.get(agent);
      if (known) known.add(clients[row]!);
      else pairs.set(agent, new Set([clients[row]!]));
    });
  };
  for (const id of segmentsOf(database, project))
    note(readColumn(database, id, 'agent'), readColumn(database, id, 'client'));
  for (const batch of batchesOf(database, project)) {
    const { agent, client } = viewsOfBatch(database, batch);
    note(agent, client);
  }
  const text = (kind: number, number: number) => textsOf(database, project ?? 0, kind, [number]).get(number) ?? '';
  return [...pairs].flatMap(([agent, clients]) => {
    const classification = parseClassification(text(termKinds.agent, agent >>> 5));
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
  const newAgent = (agent: number, client: number) => table.get(agent)?.get(client) ?? agent;
  let changed = rewriteBatches(database, project, newAgent);
  for (const id of segmentsOf(database, project)) {
    const agents = readColumn(database, id, 'agent');
    const clients = readColumn(database, id, 'client');
    const count = agents.reduce((sum, agent, row) => (newAgent(agent, clients[row]!) === agent ? sum : sum + 1), 0);
    if (count === 0) continue;
    const views = withNewAgents(readSegment(database, id), newAgent);
    const encoded = encodeSegment(sourceOf(views));
    const isDone = replace(database, () => {
      const day = database.prepare('SELECT day FROM segment WHERE id = ?').pluck().get(id);
      if (typeof day !== 'number' || !removeSegments(database, [id])) return false;
      insertSegment(database, project, day, encoded, views.length);
      changeDictionaries(database, project);
      return true;
    });
    changed += count * isDone;
  }
  return changed;
}

type NewAgent = (agent: number, client: number) => number;

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
): Map<number, Map<number, number>> {
  const table = new Map<number, Map<number, number>>();
  replace(database, () => {
    for (const { agent, client, classification } of replacements) {
      const number = agentNumber(database, project, classificationText(classification));
      const value = number * 32 + trafficCategories.indexOf(classification.category);
      const clients = table.get(agent) ?? new Map<number, number>();
      table.set(agent, clients.set(client, value));
    }
    changeDictionaries(database, project);
    return true;
  });
  return table;
}

function agentNumber(database: VisitDatabase, project: number, text: string): number {
  const known = database
    .prepare('SELECT number FROM term WHERE project = ? AND kind = ? AND text = ?')
    .pluck()
    .get(project, termKinds.agent, text);
  if (typeof known === 'number') return known;
  const next = database
    .prepare('UPDATE counter SET next = next + 1 WHERE project = ? AND kind = ? RETURNING next')
    .pluck()
    .get(project, termKinds.agent) as number;
  const insert = database.prepare('INSERT INTO term (project, kind, number, text, checksum) VALUES (?, ?, ?, ?, ?)');
  insert.run(project, termKinds.agent, next - 1, text, checksumOfRow(project, termKinds.agent, next - 1, text));
  return next - 1;
}

function withNewAgents(views: ViewColumns, newAgent: NewAgent): ViewColumns {
  return { ...views, agent: views.agent.map((agent, row) => newAgent(agent, views.client[row]!)) };
}

function keyOf(database: VisitDatabase, projectId: string): number | undefined {
  return database.prepare('SELECT key FROM project WHERE id = ?').pluck().get(projectId) as number | undefined;
}

function segmentsOf(database: VisitDatabase, project: number | undefined): number[] {
  return database
    .prepare('SELECT id FROM segment WHERE project = ?')
    .pluck()
    .all(project ?? 0) as number[];
}

function batchesOf(database: VisitDatabase, project: number | undefined): StoredBatch[] {
  return selectBatches(database, 'project = ?', project ?? 0);
}
