import { z } from 'zod';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { heldNumber, holdShown, holdThrough, shiftOf, type HeldLines, type LineRange } from './held-lines.ts';
import { showHiddenCharacters } from './hidden-text.ts';
import type { LineChange } from './line-changes.ts';
import { hashOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';
import { plainPath } from './tree-access.ts';

/** Kept with a tool result, so that a resumed run knows again what was shown. */
export type SeenRecord = Record<string, unknown>;

/** A change that a tool made. */
export interface SeenChange {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** As `lineChanges` tells; lines beside these may differ, but none is added or removed there. */
  readonly changes: readonly LineChange[];
  /** New lines that the model knows: it wrote them, or they were shown. */
  readonly known: readonly string[];
}

/** Remembers what of which file the model has seen, and under which numbers, so that nothing is changed blindly. */
export interface SeenFiles {
  /** Of a file of which these lines were shown, or all. */
  note(path: string, bytes: Uint8Array, shown?: LineRange): SeenRecord;
  /** Of single lines that were shown whole, by file. */
  noteLines(lines: ReadonlyMap<string, readonly { readonly number: number; readonly text: string }[]>): SeenRecord;
  /** A file that was read before counts as read after it. */
  noteChange(change: SeenChange): SeenRecord;
  /** Of files that have another path now. */
  noteMoves(moves: readonly { readonly from: string; readonly to: string }[]): SeenRecord;
  /** Of files whose present line numbers were told: numbers that are out of date are dropped. */
  noteNumbers(paths: readonly string[]): SeenRecord;
  /** Does what may throw a `ToolRefusal` that names lines of the file by their present numbers. */
  withNumbers<Result>(path: string, action: () => Result | Promise<Result>): Promise<Result>;
  /** Of files that no longer are what they were. */
  noteReplaced(paths: readonly string[]): SeenRecord;
  /** Throws `ToolRefusal` when the file was not read in this run, or changed since. `otherwise` ends the sentence where it was not. */
  require(path: string, bytes: Uint8Array, otherwise: string): void;
  /** Throws `ToolRefusal` unless the file as it stands was read, or each of these lines of it was shown. */
  requireLines(path: string, bytes: Uint8Array, lines: readonly string[]): void;
  /**
   * How much further down lines stand now that were shown under these numbers. Throws `ToolRefusal` when they were not
   * shown, or changed since: `otherwise` is what else the model may give.
   */
  requireShift(path: string, lines: LineRange, otherwise: string): number;
  /** The number under which the model holds a line; undefined where it holds none. */
  heldNumber(path: string, line: number): number | undefined;
}

const seenFile = z.object({ path: z.string(), hash: z.string() });
const seenRecord = z.object({
  seen: z.union([seenFile.transform((file) => [file]), z.array(seenFile)]).default([]),
  /** Hashes of lines by file. */
  seenLines: z.record(z.string(), z.array(z.string())).default({}),
  /** Numbers that are held from here on, by file. */
  held: z.record(z.string(), z.array(z.tuple([z.number(), z.number(), z.number()]))).default({}),
});

/** `messages` are those of a resumed run: what they recorded is known again. */
export function createSeenFiles(messages: readonly ModelMessage[]): SeenFiles {
  const files = new Map<string, string>();
  const lines = new Map<string, Set<string>>();
  const held = new Map<string, readonly HeldLines[]>();
  for (const message of messages) {
    // Findings name lines by their present numbers.
    if (message.role === 'user' && message.origin === 'round') noteNumbers([...held.keys()]);
    if (message.role !== 'tool') continue;
    for (const { record } of message.results) remember(record);
  }
  const heldOf = (path: string) => held.get(plainPath(path)) ?? [];
  const areKnown = (path: string, wanted: readonly string[]) =>
    wanted.length > 0 && wanted.every((line) => lines.get(plainPath(path))?.has(hashOfLine(line)) === true);
  return {
    note(path, bytes, shown = { first: 1, last: Number.MAX_SAFE_INTEGER }) {
      const [plain, hash] = [plainPath(path), hashOf(bytes)];
      const isSame = [undefined, hash].includes(files.get(plain));
      return remember({
        seen: { path: plain, hash },
        held: { [plain]: holdShown(isSame ? heldOf(path) : [], [shown]) },
      });
    },
    noteLines: (shown) =>
      remember({
        seenLines: Object.fromEntries(
          [...shown].map(([path, found]) => [plainPath(path), found.map(({ text }) => hashOfLine(text))]),
        ),
        held: Object.fromEntries(
          [...shown].map(([path, found]) => [
            plainPath(path),
            holdShown(
              heldOf(path),
              found.map(({ number }) => ({ first: number, last: number })),
            ),
          ]),
        ),
      }),
    noteChange({ path, before, after, changes, known }) {
      const plain = plainPath(path);
      const isRead = files.get(plain) === hashOf(before);
      const carried = isRead ? [] : pairs(before, after, changes).filter(([old]) => areKnown(path, [old]));
      return remember({
        ...(isRead
          ? { seen: [{ path: plain, hash: hashOf(after) }] }
          : { seenLines: { [plain]: [...known, ...carried.map(([, fresh]) => fresh)].map(hashOfLine) } }),
        held: { [plain]: holdThrough(heldOf(path), changes) },
      });
    },
    noteMoves(moves) {
      const plain = moves.map(({ from, to }) => ({ from: plainPath(from), to: plainPath(to) }));
      return remember({
        seen: plain.flatMap(({ from, to }) => {
          const hash = files.get(from);
          return hash === undefined ? [] : [{ path: to, hash }];
        }),
        seenLines: Object.fromEntries(plain.map(({ from, to }) => [to, [...(lines.get(from) ?? [])]])),
        held: Object.fromEntries(plain.map(({ from, to }) => [to, heldOf(from)])),
      });
    },
    noteNumbers,
    async withNumbers(path, action) {
      try {
        return await action();
      } catch (error) {
        if (error instanceof ToolRefusal) error.record = noteNumbers([path]);
        throw error;
      }
    },
    noteReplaced: (paths) => remember({ held: Object.fromEntries(paths.map((path) => [plainPath(path), []])) }),
    require,
    requireLines(path, bytes, touched) {
      if (!areKnown(path, touched)) require(path, bytes, orSearch);
    },
    requireShift(path, range, otherwise) {
      // Before the first line.
      if (range.last === 0) return 0;
      const shift = shiftOf(heldOf(path), range);
      if (shift !== undefined) return shift;
      if (!files.has(plainPath(path)) && !lines.has(plainPath(path)))
        throw new ToolRefusal(`Read '${path}' first, ${orSearch}.`);
      const named = range.first === range.last ? `Line ${range.first}` : `Lines ${range.first}-${range.last}`;
      throw new ToolRefusal(
        `${named} of '${path}' changed since they were shown to you, or were not shown. Read them, or give ${otherwise}.`,
      );
    },
    heldNumber: (path, line) => heldNumber(heldOf(path), line),
  };

  function noteNumbers(paths: readonly string[]): SeenRecord {
    const plain = paths.map(plainPath).filter((path) => held.has(path));
    return remember({ held: Object.fromEntries(plain.map((path) => [path, holdShown(held.get(path) ?? [], [])])) });
  }

  function remember(record: unknown): SeenRecord {
    const { data } = seenRecord.safeParse(record);
    for (const { path, hash } of data?.seen ?? []) files.set(path, hash);
    for (const [path, hashes] of Object.entries(data?.seenLines ?? {})) {
      lines.set(path, (lines.get(path) ?? new Set()).union(new Set(hashes)));
    }
    for (const [path, numbers] of Object.entries(data?.held ?? {})) held.set(path, numbers);
    return record as SeenRecord;
  }

  function require(path: string, bytes: Uint8Array, otherwise: string): void {
    const hash = files.get(plainPath(path));
    if (hash === undefined) {
      throw new ToolRefusal(`Read '${path}' first, ${otherwise}.`);
    }
    if (hash !== hashOf(bytes)) throw new ToolRefusal(`'${path}' has changed since you read it. Read it again.`);
  }
}

/** Ends a sentence about lines that were found under numbers out of date: with their text, so that a mistake shows. */
export function describeMoved(lines: readonly string[], first: number): string {
  const shown = lines.map((line, index) => `${first + index}\t${showHiddenCharacters(line.slice(0, longestShown))}`);
  const named = shown.length > 3 ? [shown[0], '…', shown.at(-1)] : shown;
  return [', where stood:', ...named].join('\n');
}

/** Characters of a line. */
const longestShown = 100;
const orSearch = 'or search for the lines. You can change only lines that were shown to you';

/** One record of several, for a call that showed several files. */
export function mergeSeen(records: readonly (SeenRecord | undefined)[]): SeenRecord {
  const parsed = records.flatMap((record) => seenRecord.safeParse(record ?? {}).data ?? []);
  return {
    seen: parsed.flatMap(({ seen }) => seen),
    seenLines: Object.assign({}, ...parsed.map(({ seenLines }) => seenLines)) as Record<string, string[]>,
    held: Object.assign({}, ...parsed.map(({ held }) => held)) as Record<string, HeldLines[]>,
  };
}

/** Lines that stand for each other and differ, before and after. */
function pairs(before: Uint8Array, after: Uint8Array, changes: readonly LineChange[]): [string, string][] {
  const [oldLines, newLines] = [before, after].map(linesOf) as [string[], string[]];
  const found: [string, string][] = [];
  let [next, shift] = [1, 0];
  const pairUpTo = (end: number) => {
    for (; next < end; next += 1) {
      const [old, fresh] = [oldLines[next - 1], newLines[next - 1 + shift]];
      if (old !== undefined && fresh !== undefined && old !== fresh) found.push([old, fresh]);
    }
  };
  for (const { first, removed, added } of changes) {
    pairUpTo(removed === added ? first + removed : first);
    next = first + removed;
    shift += added - removed;
  }
  pairUpTo(oldLines.length + 1);
  return found;
}

function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes).toString('utf8').split(/\r?\n/u);
}

function hashOfLine(line: string): string {
  return hashOf(Buffer.from(line));
}
