import { z } from 'zod';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { hashOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';

/** Remembers what of which file the model has seen, so that nothing is changed blindly. */
export interface SeenFiles {
  /** Of a file that was shown. Returns the record to keep with the tool result. */
  note(path: string, bytes: Uint8Array): Record<string, unknown>;
  /** Of single lines that were shown whole, by file. Returns the record to keep with the tool result. */
  noteLines(lines: ReadonlyMap<string, readonly string[]>): Record<string, unknown>;
  /** Of a file that was changed, and of what was shown of it then. Returns the record to keep with the tool result. */
  noteEdit(
    path: string,
    change: { before: Uint8Array; after: Uint8Array },
    shown: readonly string[],
  ): Record<string, unknown>;
  /** Throws `ToolRefusal` when the file was not read in this run, or changed since. */
  require(path: string, bytes: Uint8Array): void;
  /** Throws `ToolRefusal` unless the file as it stands was read, or each of these lines of it was shown. */
  requireLines(path: string, bytes: Uint8Array, lines: readonly string[]): void;
}

const seenRecord = z.object({ seen: z.object({ path: z.string(), hash: z.string() }) });
const seenLinesRecord = z.object({ seenLines: z.record(z.string(), z.array(z.string())) });

/** `messages` are those of a resumed run: what they recorded is known again. */
export function createSeenFiles(messages: readonly ModelMessage[]): SeenFiles {
  const hashes = new Map<string, string>();
  const lines = new Map<string, Set<string>>();
  const addLines = (path: string, known: readonly string[]) => {
    lines.set(path, (lines.get(path) ?? new Set()).union(new Set(known)));
  };
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const result of message.results) {
      const { data } = seenRecord.safeParse(result.record);
      if (data !== undefined) hashes.set(data.seen.path, data.seen.hash);
      const { data: single } = seenLinesRecord.safeParse(result.record);
      for (const [path, known] of Object.entries(single?.seenLines ?? {})) addLines(path, known);
    }
  }
  const key = (path: string) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/');
  return {
    note,
    noteLines,
    noteEdit(path, { before, after }, shown) {
      const wasRead = hashes.get(key(path)) === hashOf(before);
      return wasRead ? note(path, after) : noteLines(new Map([[path, shown]]));
    },
    require,
    requireLines(path, bytes, touched) {
      const known = lines.get(key(path));
      const areShown = known !== undefined && touched.every((line) => known.has(hashOfLine(line)));
      if (!areShown) require(path, bytes);
    },
  };

  function note(path: string, bytes: Uint8Array): Record<string, unknown> {
    const seen = { path: key(path), hash: hashOf(bytes) };
    hashes.set(seen.path, seen.hash);
    return { seen };
  }

  function noteLines(shown: ReadonlyMap<string, readonly string[]>): Record<string, unknown> {
    const known = [...shown].map(([path, texts]) => [key(path), texts.map(hashOfLine)] as const);
    for (const [path, texts] of known) addLines(path, texts);
    return { seenLines: Object.fromEntries(known) };
  }

  function require(path: string, bytes: Uint8Array): void {
    const hash = hashes.get(key(path));
    if (hash === undefined) {
      throw new ToolRefusal(
        `Read '${path}' first, or search for the lines; what has not been shown to you cannot be changed.`,
      );
    }
    if (hash !== hashOf(bytes)) throw new ToolRefusal(`'${path}' has changed since you read it. Read it again.`);
  }
}

function hashOfLine(line: string): string {
  return hashOf(Buffer.from(line));
}
