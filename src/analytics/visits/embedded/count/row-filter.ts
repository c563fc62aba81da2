import { createPatternMatch } from '../../value-pattern.ts';
import { viewSources } from '../../view.ts';
import type { Dimension, Filter } from '../../visit-store.ts';
import { noValue } from '../../visit-store.ts';
import { parseClassification } from '../columns/classification-text.ts';
import type { VisitDatabase } from '../columns/database.ts';
import { refuseMissingTexts } from '../columns/damage.ts';
import { wholeText, type StoredText } from '../columns/row-checksum.ts';
import { termKinds, type TermKind } from '../columns/term-kinds.ts';
import type { ClientValues } from './client-values.ts';
import { contextValue } from './groups.ts';
import type { RowColumn, RowsOfDay } from './own-rows.ts';
import { OwnGroups, type Share } from './share.ts';
import { aiBit, humanBit } from './tally.ts';

/** Which rows pass, by the number that one of their columns holds. */
export interface RowFilter {
  readonly column: RowColumn;
  /** By number, which of an agent is without the code of the category: all bits of classes for those that pass, 0 for others. A number past its end passes not. */
  readonly passes: Uint8Array;
}

/** The pages that a thread counts. */
export function ownPages(days: readonly RowsOfDay[], share: Share): RowFilter {
  const groups = new OwnGroups(share);
  let highest = 0;
  for (const { column, pages } of days) {
    const numbers = pages ? pages() : column('path');
    for (const page of pages ? numbers.subarray(0, numbers.length / 2) : numbers) highest = Math.max(highest, page);
  }
  const passes = Uint8Array.from({ length: highest + 1 }, (_, page) => (groups.has(page) === 1 ? anyClass : 0));
  return { column: 'path', passes };
}

const anyClass = humanBit | aiBit;

/**
 * Every distinct value is compared once with the patterns, rows are then looked at by number. One filter per column. Throws
 * VisitStoreDamaged.
 */
export function compileFilters(
  database: VisitDatabase,
  project: number,
  filters: readonly Filter[],
  clients: ClientValues,
): RowFilter[] {
  const byColumn = new Map<RowFilter['column'], RowFilter>();
  for (const filter of filters) {
    if (filter.anyOf.length + filter.noneOf.length === 0) continue;
    const { column, values } = valuesOf(database, project, filter.dimension, clients);
    const { passes = new Uint8Array(values.length).fill(anyClass) } = byColumn.get(column) ?? {};
    const fits = createFilterMatch(filter);
    // A number without a text is of views that were deleted.
    values.forEach((value, number) => (passes[number]! &= value !== undefined && fits(value) ? anyClass : 0));
    byColumn.set(column, { column, passes });
  }
  return [...byColumn.values()];
}

function createFilterMatch({ anyOf, noneOf }: Filter): (value: string) => boolean {
  const matchers = anyOf.map(createPatternMatch);
  const unwanted = noneOf.map(createPatternMatch);
  return (value) =>
    (matchers.length === 0 || matchers.some((fits) => fits(value))) && !unwanted.some((fits) => fits(value));
}

interface ColumnValues {
  readonly column: RowFilter['column'];
  /** The value of the dimension by number, without holes. */
  readonly values: readonly (string | undefined)[];
}

function valuesOf(database: VisitDatabase, project: number, dimension: Dimension, clients: ClientValues): ColumnValues {
  switch (dimension) {
    case 'path':
    case 'entryPage':
    case 'exitPage':
      return { column: dimension, values: textsByNumber(database, project, termKinds.path) };
    case 'browser':
    case 'os':
    case 'device':
      return { column: 'client', values: clients.valuesOf(project, dimension) };
    case 'referrer':
      return { column: 'referrer', values: textsByNumber(database, project, termKinds.referrer) };
    case 'country':
      return { column: 'country', values: textsByNumber(database, project, termKinds.country) };
    case 'host':
    case 'utmSource':
    case 'utmMedium':
    case 'utmCampaign':
    case 'status':
      return {
        column: 'context',
        values: textsByNumber(database, project, termKinds.context).map((text, number) =>
          text === undefined || number === 0 ? text : (contextValue(text, dimension) ?? noValue),
        ),
      };
    case 'source':
      return { column: 'source', values: viewSources };
    case 'agent':
    case 'category':
    case 'verdict':
      return {
        column: 'agent',
        values: textsByNumber(database, project, termKinds.agent).map((text, number) => {
          if (text === undefined || number === 0) return undefined;
          const { product, category, verdict } = parseClassification(text);
          return { agent: product ?? noValue, category, verdict }[dimension];
        }),
      };
  }
}

/** 0 is the number of those that have nothing. */
export function textsByNumber(database: VisitDatabase, project: number, kind: TermKind): (string | undefined)[] {
  refuseMissingTexts(database, project);
  const stored = database
    .prepare('SELECT kind, number, text, checksum FROM term WHERE project = ? AND kind = ? ORDER BY number')
    .all(project, kind) as StoredText[];
  const texts = Array<string | undefined>((stored.at(-1)?.number ?? 0) + 1).fill(undefined);
  texts[0] = noValue;
  for (const text of stored) texts[text.number] = wholeText(database, project, text);
  return texts;
}
