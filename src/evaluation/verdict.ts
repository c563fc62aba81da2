import { counted } from '../kernel/counted.ts';
import { readDiffFiles, type DiffFile } from '../kernel/read-diff-files.ts';
import type { CaseKind, EvaluationResult, Verdict } from './evaluation-case.ts';

/** Added and removed lines of a small edit, at most. */
const smallEdit = 10;
/** Longest reason, in characters. */
const longestReason = 200;

/** A part of a change: a page that came or went, or lines of a file as it was before. */
interface Place {
  readonly path: string;
  readonly kind: 'new' | 'gone' | 'lines';
  readonly first: number;
  readonly last: number;
}

/**
 * Whether a maintainer would take the change, as far as it can be told without reading it: it stands at most of the places
 * that people changed, in few other files, and brings no error in. Whether its words are good is for a person to say.
 */
export function judge(result: Omit<EvaluationResult, 'verdict' | 'reason' | 'kind'>): {
  verdict: Verdict;
  reason: string;
} {
  const { verdict, reason } = judged(result);
  const line = reason.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return { verdict, reason: line.length > longestReason ? `${line.slice(0, longestReason - 1)}…` : line };
}

function judged({ ending, said, actual, expected, problems }: Parameters<typeof judge>[0]) {
  const unfinished = unfinishedEndings[ending];
  if (unfinished !== undefined) return { verdict: 'failed' as const, reason: said ?? unfinished };
  const [wanted, done] = [placesOf(expected), placesOf(actual)];
  if (done.length === 0) {
    return { verdict: 'no change' as const, reason: said ?? 'It said that nothing needs to change.' };
  }
  if (problems > 0)
    return { verdict: 'failed' as const, reason: `The checker finds ${counted(problems, 'error')} in its change.` };
  const met = wanted.filter((place) => done.some((other) => isSamePlace(place, other))).length;
  const reached = `It changed ${met} of ${counted(wanted.length, 'place')}`;
  const others = [...new Set(done.filter((place) => !wanted.some((other) => isSameFile(place, other))).map(pathOf))];
  const beside =
    others.length === 0 ? '' : `, and ${counted(others.length, 'other file')}: ${others.slice(0, 3).join(', ')}`;
  const files = new Set(wanted.map(pathOf)).size;
  const isRight = met * 2 >= wanted.length && others.length <= Math.max(2, files);
  return { verdict: isRight ? ('passed' as const) : ('wrong place' as const), reason: `${reached}${beside}.` };
}

const unfinishedEndings: Readonly<Partial<Record<EvaluationResult['ending'], string>>> = {
  failed: 'It failed.',
  refused: 'The model refused.',
  idle: 'It said that it was done, and had changed nothing.',
  stuck: 'It repeated the same call.',
  budget: 'Its budget ran out.',
};

export function kindOf(expected: string): CaseKind {
  const files = readDiffFiles(expected);
  if (files.some(({ before }) => before === undefined)) return 'new page';
  if (files.some(({ before, after }) => before !== after)) return 'moved or removed page';
  const lines = files.flatMap(({ hunks }) => hunks).filter((line) => /^[+-]/u.test(line)).length;
  return lines <= smallEdit ? 'small edit' : 'larger edit';
}

function placesOf(diff: string): Place[] {
  return readDiffFiles(diff).flatMap((file): Place[] => {
    const { before, after } = file;
    const whole = { first: 0, last: 0 };
    const gone = before !== undefined && before !== after ? [{ path: before, kind: 'gone' as const, ...whole }] : [];
    const come = after !== undefined && before !== after ? [{ path: after, kind: 'new' as const, ...whole }] : [];
    return before === after ? linesOf(file) : [...gone, ...come];
  });
}

/** With the lines of context around a change, so that what is added beside the same line is at the same place. */
function linesOf({ before = '', hunks }: DiffFile): Place[] {
  const places = hunks.flatMap((line): Place[] => {
    const [, from, count = '1'] = /^@@ -(\d+)(?:,(\d+))? /u.exec(line) ?? [];
    if (from === undefined) return [];
    return [{ path: before, kind: 'lines', first: Number(from), last: Number(from) + Number(count) }];
  });
  return places.length > 0 ? places : [{ path: before, kind: 'lines', first: 0, last: 0 }];
}

/** A new page may have another name than people gave it. */
function isSamePlace(one: Place, other: Place): boolean {
  return one.kind === other.kind && isSameFile(one, other) && one.first <= other.last && other.first <= one.last;
}

function isSameFile(one: Place, other: Place): boolean {
  if (one.kind === 'new' && other.kind === 'new') return folderOf(one.path) === folderOf(other.path);
  return one.path === other.path;
}

function pathOf({ path }: Place): string {
  return path;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
