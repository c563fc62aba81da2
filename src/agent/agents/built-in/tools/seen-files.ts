import { z } from 'zod';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { hashOf } from './text-file.ts';
import { ToolRefusal } from './tool.ts';

/** Remembers which bytes of which file the model has seen, so that nothing is changed blindly. */
export interface SeenFiles {
  /** Returns the record to keep with the tool result. */
  note(path: string, bytes: Uint8Array): Record<string, unknown>;
  /** Throws `ToolRefusal` when the file was not read in this run, or changed since. */
  require(path: string, bytes: Uint8Array): void;
}

const seenRecord = z.object({ seen: z.object({ path: z.string(), hash: z.string() }) });

/** `messages` are those of a resumed run: what they recorded is known again. */
export function createSeenFiles(messages: readonly ModelMessage[]): SeenFiles {
  const hashes = new Map<string, string>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const result of message.results) {
      const { data } = seenRecord.safeParse(result.record);
      if (data !== undefined) hashes.set(data.seen.path, data.seen.hash);
    }
  }
  const key = (path: string) =>
    path
      .split('/')
      .filter((part) => part !== '' && part !== '.')
      .join('/');
  return {
    note(path, bytes) {
      const seen = { path: key(path), hash: hashOf(bytes) };
      hashes.set(seen.path, seen.hash);
      return { seen };
    },
    require(path, bytes) {
      const hash = hashes.get(key(path));
      if (hash === undefined)
        throw new ToolRefusal(`Read '${path}' first; a file must have been read before it is changed.`);
      if (hash !== hashOf(bytes)) throw new ToolRefusal(`'${path}' has changed since you read it. Read it again.`);
    },
  };
}
