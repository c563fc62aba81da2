import type { Classification } from '../../view.ts';
import { viewSources } from '../../view.ts';
import type { Dimension } from '../../visit-store.ts';
import { noValue } from '../../visit-store.ts';
import { categoryCodes, categoryOfCode, humanCodes, oldHumanCode } from '../columns/category-codes.ts';
import { parseClassification, parseContext } from '../columns/classification-text.ts';
import type { VisitDatabase } from '../columns/database.ts';
import type { TermKind } from '../columns/term-kinds.ts';
import { textMissing, textsOf, wholeText, type StoredText } from '../columns/row-checksum.ts';
import { termKinds } from '../columns/term-kinds.ts';
import { categoryOf } from '../columns/view-columns.ts';
import { clientLists, ClientValues, type ClientDimension } from './client-values.ts';
import type { RowColumn } from './own-rows.ts';

/**
 * Turns what rows hold into group numbers for counting by a dimension, and group numbers into text. A page's group is
 * its number; elsewhere a group is what the row holds plus 1, since group 0 is the whole site. Several
 * classifications with one product or verdict share the group of the first of them, which never changes. What a user
 * agent says is one of a closed list, by whose positions the groups are numbered.
 */
export interface Grouping {
  readonly column: RowColumn;
  /** Names groups that are others once a text has been forgotten; undefined: the dimension names them for good. */
  readonly listing?: string;
  /** The group of a row whose column holds `value`. */
  readonly groupOf: (value: number) => number;
  /** The text of each group; undefined for one whose text has been deleted. */
  readonly labelsOf: (groups: readonly number[]) => (string | undefined)[];
  /** By group: 1 + its position among all groups in code point order of their text; 0 where the text is deleted. */
  readonly ranks: () => Uint32Array;
}

export function createGrouping(
  database: VisitDatabase,
  project: number,
  dimension: Dimension,
  clients = new ClientValues(database),
): Grouping {
  switch (dimension) {
    case 'path':
    case 'entryPage':
    case 'exitPage':
      return termGrouping(database, project, dimension, termKinds.path, 0);
    case 'referrer':
      return termGrouping(database, project, 'referrer', termKinds.referrer, 1);
    case 'country':
      return termGrouping(database, project, 'country', termKinds.country, 1);
    case 'category':
      return categoryGrouping();
    case 'source':
      return { ...listGrouping(viewSources), column: 'source' };
    case 'browser':
    case 'os':
    case 'device':
      return clientGrouping(clients, project, dimension);
    case 'host':
    case 'utmSource':
    case 'utmMedium':
    case 'utmCampaign':
    case 'status':
      return contextGrouping(database, project, dimension);
    case 'agent':
      return agentGrouping(database, project, ({ product }) => product);
    case 'verdict':
      return agentGrouping(database, project, ({ verdict }) => verdict);
  }
}

function termGrouping(
  database: VisitDatabase,
  project: number,
  column: 'path' | 'entryPage' | 'exitPage' | 'referrer' | 'country',
  kind: TermKind,
  shift: number,
): Grouping {
  return {
    column,
    groupOf: (value) => value + shift,
    labelsOf: (groups) => {
      const numbers = groups.map((group) => group - shift);
      const texts = textsOf(database, project, kind, numbers);
      return groups.map((group) => (shift === 1 && group === 1 ? noValue : texts.get(group - shift)));
    },
    ranks: () => {
      // Binary collation of UTF-8 is code point order, and the index already has it.
      const rows = database
        .prepare('SELECT number, text < ? FROM term WHERE project = ? AND kind = ? ORDER BY text')
        .raw()
        .all(noValue, project, kind) as [number, number][];
      const ranks = new Uint32Array(rows.reduce((highest, [number]) => Math.max(highest, number), 0) + 2);
      // The missing value takes the place that its text has among the others.
      const before = rows.reduce((sum, [, isBefore]) => sum + isBefore, 0);
      rows.forEach(([number], index) => (ranks[number + shift] = index < before ? index + 1 : index + 2));
      if (shift === 1) ranks[1] = before + 1;
      return ranks;
    },
  };
}

function clientGrouping(clients: ClientValues, project: number, dimension: ClientDimension): Grouping {
  return {
    ...listGrouping(clientLists[dimension]),
    column: 'client',
    groupOf: (client) => clients.positionOf(project, dimension, client) + 1,
  };
}

function listGrouping(list: readonly string[]): Omit<Grouping, 'column'> {
  return {
    groupOf: (value) => value + 1,
    labelsOf: (groups) => groups.map((group) => list[group - 1]),
    ranks: () => ranksOf(new Map(list.map((text, index) => [index + 1, text]))),
  };
}

/** Both codes of people make one group; groups ascend with the codes, as runs do. */
function categoryGrouping(): Grouping {
  const groupOf = (code: number) => (code === humanCodes.tracker ? humanCodes.server : code) + 1;
  const codes = Array.from({ length: categoryCodes }, (_, code) => code).filter((code) => code !== oldHumanCode);
  const labels = new Map<number, string>();
  for (const code of codes) {
    const category = categoryOfCode(code);
    if (category !== undefined) labels.set(groupOf(code), category);
  }
  return {
    column: 'agent',
    groupOf: (value) => groupOf(categoryOf(value)),
    labelsOf: (groups) => groups.map((group) => labels.get(group)),
    ranks: () => ranksOf(labels),
  };
}

function agentGrouping(
  database: VisitDatabase,
  project: number,
  textOf: (classification: Classification) => string | undefined,
): Grouping {
  const { groupOf, ...labels } = sharedGroups(database, project, termKinds.agent, (text) =>
    textOf(parseClassification(text)),
  );
  return { ...labels, column: 'agent', groupOf: (value) => groupOf(value >>> 5) };
}

function contextGrouping(database: VisitDatabase, project: number, dimension: ContextDimension): Grouping {
  const shared = sharedGroups(database, project, termKinds.context, (text) => contextValue(text, dimension));
  const generation = database.prepare('SELECT generation FROM project WHERE key = ?').pluck().get(project);
  return { ...shared, column: 'context', listing: `${dimension}@${String(generation)}` };
}

/** Of texts that several numbers share a value of: the group of the first of them. */
function sharedGroups(
  database: VisitDatabase,
  project: number,
  kind: TermKind,
  valueOf: (text: string) => string | undefined,
): Pick<Grouping, 'groupOf' | 'labelsOf' | 'ranks'> {
  const rows = database
    .prepare('SELECT kind, number, text, checksum FROM term WHERE project = ? AND kind = ? ORDER BY number')
    .all(project, kind) as StoredText[];
  const groups = new Map<string, number>();
  const groupOfNumber = new Uint32Array((rows.at(-1)?.number ?? 0) + 1);
  if (kind === termKinds.context) {
    // Views without one.
    groups.set(noValue, 1);
    groupOfNumber[0] = 1;
  }
  for (const stored of rows) {
    const { number } = stored;
    const label = valueOf(wholeText(database, project, stored)) ?? noValue;
    const group = groups.get(label) ?? number + 1;
    groups.set(label, group);
    groupOfNumber[number] = group;
  }
  const labels = new Map([...groups].map(([label, group]) => [group, label]));
  return {
    groupOf: (number) => {
      const group = groupOfNumber[number];
      // What a row names is never forgotten, so a text that is not there is lost.
      if (!group) throw textMissing(database, project, kind, number);
      return group;
    },
    labelsOf: (groups) => groups.map((group) => labels.get(group)),
    ranks: () => ranksOf(labels),
  };
}

export type ContextDimension = 'host' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'status';

export function contextValue(text: string, dimension: ContextDimension): string | undefined {
  return parseContext(text)[dimension]?.toString();
}

function ranksOf(labels: ReadonlyMap<number, string>): Uint32Array {
  const sorted = [...labels].sort(([, a], [, b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const ranks = new Uint32Array(Math.max(0, ...labels.keys()) + 1);
  sorted.forEach(([group], rank) => (ranks[group] = rank + 1));
  return ranks;
}
