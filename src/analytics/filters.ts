import { InvalidRequest } from '../http/errors.ts';
import type { ErrorDetail } from '../kernel/app-error.ts';
import { longestPath, normalisePath } from './path.ts';
import { deviceValues } from './traffic/device.ts';
import { createPatternMatch, longestPattern, type ValuePattern } from './visits/value-pattern.ts';
import { trafficCategories, verdicts, viewSources } from './visits/view.ts';
import { dimensions, noValue, otherValue, type Dimension, type Filter } from './visits/visit-store.ts';

const pageDimensions: readonly Dimension[] = ['path', 'entryPage', 'exitPage'];

/** By dimension: values as somebody writes them, such as `/guide/*` or `!ChatGPT`. */
export type FilterFields = Readonly<Partial<Record<Dimension, readonly string[] | undefined>>>;

/** Values that a dimension can have at all, where they are few. */
const knownValues: Readonly<Partial<Record<Dimension, readonly string[]>>> = {
  category: trafficCategories,
  source: viewSources,
  verdict: verdicts,
  browser: [noValue, ...deviceValues.browser],
  os: [noValue, ...deviceValues.os],
  device: [noValue, ...deviceValues.device],
};

/** Throws InvalidRequest with every fault. */
export function readFilters(fields: FilterFields): Filter[] {
  const faults: ErrorDetail[] = [];
  const filters = dimensions.flatMap((dimension): Filter[] => {
    const values = (fields[dimension] ?? []).map((text) => readValue(dimension, text));
    for (const { fault } of values) if (fault !== undefined) faults.push({ field: dimension, message: fault });
    const patterns = (isUnwanted: boolean) =>
      values.filter((value) => value.isUnwanted === isUnwanted).map(({ pattern }) => pattern);
    return values.length === 0 ? [] : [{ dimension, anyOf: patterns(false), noneOf: patterns(true) }];
  });
  if (faults.length > 0) throw new InvalidRequest(faults);
  return filters;
}

/** Pages as somebody writes them: one, or with a `*` for any text. */
export function readPages(text: string): { readonly pattern: ValuePattern; readonly fault: string | undefined } {
  const pattern = normalised('path', readPattern(text));
  return { pattern, fault: faultOf('path', pattern) };
}

interface FilterValue {
  readonly isUnwanted: boolean;
  readonly pattern: ValuePattern;
  readonly fault: string | undefined;
}

function readValue(dimension: Dimension, text: string): FilterValue {
  const isUnwanted = text.startsWith('!');
  const pattern = normalised(dimension, readPattern(isUnwanted ? text.slice(1) : text));
  return { isUnwanted, pattern, fault: faultOf(dimension, pattern) };
}

/** The texts between the stars. A backslash takes the star, mark or backslash after it as it is. */
export function readPattern(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [token] of text.matchAll(/\\[*!\\]|[^]/gu)) {
    if (token === '*') {
      pieces.push(piece);
      piece = '';
    } else piece += token.length > 1 && token.startsWith('\\') ? token.slice(1) : token;
  }
  return [...pieces, piece];
}

/** As the store writes it; of a pattern only what holds of each of its pieces. */
function normalised(dimension: Dimension, pieces: readonly string[]): ValuePattern {
  if (dimension === 'country') return pieces.map((piece) => (piece === noValue ? piece : piece.toUpperCase()));
  if (dimension === 'referrer' || dimension === 'host') return pieces.map((piece) => piece.toLowerCase());
  const [page = '', ...alternatives] = pieces;
  const isPage = pageDimensions.includes(dimension) && alternatives.length === 0 && page !== '' && page !== otherValue;
  return isPage && page.length <= longestPath ? [normalisePath(page)] : pieces;
}

function faultOf(dimension: Dimension, pattern: ValuePattern): string | undefined {
  const [first = '', ...alternatives] = pattern;
  const length = pattern.join('*').length;
  if (length === 0) return 'must not be empty; omit it to include every view';
  if (alternatives.length > 0 && length > longestPattern)
    return `must be at most ${longestPattern} characters long with a *`;
  if (length > longestPath) return `must be at most ${longestPath} characters long`;
  if (pageDimensions.includes(dimension) && alternatives.length > 0 && first !== '' && !first.startsWith('/')) {
    return 'must start with / or *, such as /guide/*';
  }
  const knownNames = knownValues[dimension];
  if (knownNames?.some(createPatternMatch(pattern)) === false) {
    return `must be one of ${knownNames.join(', ')}, or match one of them with a *`;
  }
  return undefined;
}
