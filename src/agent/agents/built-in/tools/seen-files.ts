import { z } from 'zod';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { hashOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';
import { plainPath } from './tree-access.ts';

/** Kept with a tool result, so that a resumed run knows again what was shown. */
export type SeenRecord = Record<string, unknown>;

/** A change that a tool made. */
export interface SeenChange {
  readonly path: string;
  /** Hashes of the file; without the former one it does not count as read, whether it did or not. */
  readonly before: string | undefined;
  readonly after: string;
  /** First line that has another number now, as `firstMovedLine` tells. */
  readonly movedFrom: number | undefined;
  /** Lines that the tool showed whole as they now are. */
  readonly shown: readonly string[];
}

/** Remembers what of which file the model has seen, so that nothing is changed blindly. */
export interface SeenFiles {
  /** Of a file that was shown. */
  note(path: string, bytes: Uint8Array): SeenRecord;
  /** Of single lines that were shown whole, by file. */
  noteLines(lines: ReadonlyMap<string, readonly string[]>): SeenRecord;
  noteChanges(changes: readonly SeenChange[]): SeenRecord;
  /** Of files that have another path now. */
  noteMoves(moves: readonly { readonly from: string; readonly to: string }[]): SeenRecord;
  /** Throws `ToolRefusal` when the file was not read in this run, or changed since. `otherwise` ends the sentence where it was not. */
  require(path: string, bytes: Uint8Array, otherwise: string): void;
  /** Throws `ToolRefusal` unless the file as it stands was read, or each of these lines of it was shown. */
  requireLines(path: string, bytes: Uint8Array, lines: readonly string[]): void;
  /** Throws `ToolRefusal` when lines up to this one have other numbers than the model was shown: `otherwise` is what else it may give. */
  requireNumbers(path: string, last: number, otherwise: string): void;
}

const seenFile = z.object({ path: z.string(), hash: z.string() });
const seenRecord = z.object({
  seen: z.union([seenFile.transform((file) => [file]), z.array(seenFile)]).default([]),
  /** Hashes of lines by file. */
  seenLines: z.record(z.string(), z.array(z.string())).default({}),
  /** First line by file whose number does not hold any more; null where all hold. */
  movedFrom: z.record(z.string(), z.number().nullable()).default({}),
});

/** `messages` are those of a resumed run: what they recorded is known again. */
export function createSeenFiles(messages: readonly ModelMessage[]): SeenFiles {
  const files = new Map<string, string>();
  const lines = new Map<string, Set<string>>();
  const moved = new Map<string, number>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const { record } of message.results) remember(record);
  }
  return {
    note: (path, bytes) =>
      remember({ seen: { path: plainPath(path), hash: hashOf(bytes) }, movedFrom: { [plainPath(path)]: null } }),
    noteLines: (shown) => remember({ seenLines: linesBy(shown) }),
    noteChanges(changes) {
      const isRead = ({ path, before }: SeenChange) => before !== undefined && files.get(plainPath(path)) === before;
      const [read, changesOnly] = [changes.filter(isRead), changes.filter((change) => !isRead(change))];
      const movedLines = changes.flatMap(({ path, movedFrom }): [string, number][] =>
        movedFrom === undefined
          ? []
          : [[plainPath(path), Math.min(movedFrom, moved.get(plainPath(path)) ?? movedFrom)]],
      );
      return remember({
        seen: read.map(({ path, after }) => ({ path: plainPath(path), hash: after })),
        seenLines: linesBy(new Map(changesOnly.map(({ path, shown }) => [path, shown]))),
        ...(movedLines.length > 0 && { movedFrom: Object.fromEntries(movedLines) }),
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
        movedFrom: Object.fromEntries(plain.map(({ from, to }) => [to, moved.get(from) ?? null])),
      });
    },
    require,
    requireLines(path, bytes, touched) {
      const shownLines = lines.get(plainPath(path));
      const areShown =
        shownLines !== undefined && touched.length > 0 && touched.every((line) => shownLines.has(hashOfLine(line)));
      if (!areShown) {
        require(path, bytes, 'or search for the lines. You can change only lines that were shown to you');
      }
    },
    requireNumbers(path, last, otherwise) {
      const from = moved.get(plainPath(path));
      if (from === undefined || last < from) return;
      throw new ToolRefusal(
        `An earlier change renumbered the lines of '${path}' from ${from} on. Read them again, or give ${otherwise}.`,
      );
    },
  };

  function remember(record: unknown): SeenRecord {
    const { data } = seenRecord.safeParse(record);
    for (const { path, hash } of data?.seen ?? []) files.set(path, hash);
    for (const [path, hashes] of Object.entries(data?.seenLines ?? {})) {
      lines.set(path, (lines.get(path) ?? new Set()).union(new Set(hashes)));
    }
    for (const [path, from] of Object.entries(data?.movedFrom ?? {})) {
      if (from === null) moved.delete(path);
      else moved.set(path, from);
    }
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

/** One record of several, for a call that showed several files. */
export function mergeSeen(records: readonly (SeenRecord | undefined)[]): SeenRecord {
  const parsed = records.flatMap((record) => seenRecord.safeParse(record ?? {}).data ?? []);
  return {
    seen: parsed.flatMap(({ seen }) => seen),
    seenLines: Object.assign({}, ...parsed.map(({ seenLines }) => seenLines)) as Record<string, string[]>,
    movedFrom: Object.assign({}, ...parsed.map(({ movedFrom }) => movedFrom)) as Record<string, number | null>,
  };
}

function linesBy(shown: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries([...shown].map(([path, texts]) => [plainPath(path), texts.map(hashOfLine)]));
}

function hashOfLine(line: string): string {
  return hashOf(Buffer.from(line));
}
