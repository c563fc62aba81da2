import type { EvaluationResult, Verdict } from './evaluation-case.ts';
import { playerOf, resultHead, resultRow } from './report-table.ts';

/** How one model did, over all cases or over those of one kind. */
export interface Total {
  readonly model: string;
  readonly cases: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly turns: number;
  /** Null where the price of a call is not known. */
  readonly dollars: number | null;
}

/** What several models cost and reached in one kind of case. */
export interface Comparison {
  readonly kind: string;
  readonly totals: readonly Total[];
  /** The model that passed more cases, or as many for less money; null where neither did. */
  readonly better: string | null;
}

export function totalsOf(results: readonly EvaluationResult[]): Total[] {
  return [...Map.groupBy(results, playerOf)].map(([model, played]) => {
    const count = (wanted: Verdict) => played.filter(({ verdict }) => verdict === wanted).length;
    return {
      model,
      cases: played.length,
      verdicts: {
        passed: count('passed'),
        'wrong place': count('wrong place'),
        'no change': count('no change'),
        failed: count('failed'),
      },
      turns: played.reduce((sum, { turns }) => sum + turns, 0),
      dollars: played.reduce<number | null>((sum, { dollars }) => add(sum, dollars), 0),
    };
  });
}

/** Kind by kind, where there are several models to compare. */
export function compare(results: readonly EvaluationResult[]): Comparison[] {
  if (new Set(results.map(playerOf)).size < 2) return [];
  return [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, played]) => {
    const totals = totalsOf(played);
    const [first, second] = totals.toSorted(byMerit);
    const isBetter = first !== undefined && (second === undefined || byMerit(first, second) < 0);
    return { kind, totals, better: isBetter && first.verdicts.passed > 0 ? first.model : null };
  });
}

const totalHead = ['model', 'passed', 'wrong place', 'no change', 'failed', 'turns', 'cost'];

function totalRow({ model, cases, verdicts, turns, dollars }: Total): string[] {
  return [
    model,
    `${verdicts.passed} of ${cases}`,
    String(verdicts['wrong place']),
    String(verdicts['no change']),
    String(verdicts.failed),
    String(turns),
    shownDollars(dollars),
  ];
}

const comparisonHead = ['kind of case', 'model', 'passed', 'cost', ''];

function comparisonRows({ kind, totals, better }: Comparison): string[][] {
  return totals.map(({ model, cases, verdicts, dollars }) => [
    kind,
    model,
    `${verdicts.passed} of ${cases}`,
    shownDollars(dollars),
    model === better ? 'better' : '',
  ]);
}

export interface ResultTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What the results come to: by model, and for several models by kind of case. */
export function summaryTables(results: readonly EvaluationResult[]): ResultTable[] {
  const comparisons = compare(results).flatMap(comparisonRows);
  return [
    { title: 'Totals', head: totalHead, rows: totalsOf(results).map(totalRow) },
    ...(comparisons.length > 0 ? [{ title: 'Comparison', head: comparisonHead, rows: comparisons }] : []),
  ];
}

export function resultTable(results: readonly EvaluationResult[]): ResultTable {
  const rows = results.map((result) => [...resultRow(result), result.reason]);
  return { title: 'Results', head: [...resultHead, 'reason'], rows };
}

/** More passed cases first, then less money. */
function byMerit(one: Total, other: Total): number {
  const passed = other.verdicts.passed / other.cases - one.verdicts.passed / one.cases;
  if (passed !== 0 || one.dollars === null || other.dollars === null) return passed;
  return one.dollars - other.dollars;
}

function add(sum: number | null, dollars: number | null): number | null {
  return sum === null || dollars === null ? null : sum + dollars;
}

function shownDollars(dollars: number | null): string {
  return dollars === null ? '?' : `$${dollars.toFixed(4)}`;
}
