import { z } from 'zod';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { hashOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';

/** Kept with a tool result, so that a resumed run knows again what was shown. */
export type SeenRecord = Record<string, unknown>;

/** Remembers what of which file the model has seen, so that nothing is changed blindly. */
export interface SeenFiles {
  /** Of a file that was shown. */
  note(path: string, bytes: Uint8Array): SeenRecord;
  /** Of single lines that were shown whole, by file. */
  noteLines(lines: ReadonlyMap<string, readonly string[]>): SeenRecord;
  /** Of files that a tool changed, with hashes of them before and after. `shown` are lines that it showed whole as they now are. */
  noteChanges(
    changes: readonly { path: string; before: string; after: string; shown: readonly string[] }[],
  ): SeenRecord;
  /** Throws `ToolRefusal` when the file was not read in this run, or changed since. */
  require(path: string, bytes: Uint8Array): void;
  /** Throws `ToolRefusal` unless the file as it stands was read, or each of these lines of it was shown. */
  requireLines(path: string, bytes: Uint8Array, lines: readonly string[]): void;
}

const seenFile = z.object({ path: z.string(), hash: z.string() });
const seenRecord = z.object({
  seen: z.union([seenFile.transform((file) => [file]), z.array(seenFile)]).default([]),
  /** Hashes of lines by file. */
  seenLines: z.record(z.string(), z.array(z.string())).default({}),
});

/** `messages` are those of a resumed run: what they recorded is known again. */
export function createSeenFiles(messages: readonly ModelMessage[]): SeenFiles {
  const files = new Map<string, string>();
  const lines = new Map<string, Set<string>>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const { record } of message.results) remember(record);
  }
  return {
    note: (path, bytes) => remember({ seen: { path: key(path), hash: hashOf(bytes) } }),
    noteLines: (shown) => remember({ seenLines: linesBy(shown) }),
    noteChanges(changes) {
      const isRead = ({ path, before }: { path: string; before: string }) => files.get(key(path)) === before;
      const [read, others] = [changes.filter(isRead), changes.filter((change) => !isRead(change))];
      return remember({
        seen: read.map(({ path, after }) => ({ path: key(path), hash: after })),
        seenLines: linesBy(new Map(others.map(({ path, shown }) => [path, shown]))),
      });
    },
    require,
    requireLines(path, bytes, touched) {
      const known = lines.get(key(path));
      const areShown = known !== undefined && touched.every((line) => known.has(hashOfLine(line)));
      if (!areShown) require(path, bytes);
    },
  };

  function remember(record: unknown): SeenRecord {
    const { data } = seenRecord.safeParse(record);
    for (const { path, hash } of data?.seen ?? []) files.set(path, hash);
    for (const [path, hashes] of Object.entries(data?.seenLines ?? {})) {
      lines.set(path, (lines.get(path) ?? new Set()).union(new Set(hashes)));
    }
    return record as SeenRecord;
  }

  function require(path: string, bytes: Uint8Array): void {
    const hash = files.get(key(path));
    if (hash === undefined) {
      throw new ToolRefusal(
        `Read '${path}' first, or search for the lines; what has not been shown to you cannot be changed.`,
      );
    }
    if (hash !== hashOf(bytes)) throw new ToolRefusal(`'${path}' has changed since you read it. Read it again.`);
  }
}

function linesBy(shown: ReadonlyMap<string, readonly string[]>): Record<string, string[]> {
  return Object.fromEntries([...shown].map(([path, texts]) => [key(path), texts.map(hashOfLine)]));
}

function key(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function hashOfLine(line: string): string {
  return hashOf(Buffer.from(line));
}
