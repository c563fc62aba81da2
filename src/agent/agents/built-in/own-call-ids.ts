import type { ModelTurn } from '../../../model/language-model.ts';
import type { TranscriptEntry } from '../../jobs/transcript.ts';

/**
 * The turn with an id for each call that no call before it has. Some servers begin to count anew with every answer; what is said
 * of a call by its id (that it was pruned, that it failed) would then hold for others, too.
 */
export function withOwnCallIds(turn: ModelTurn, transcript: readonly TranscriptEntry[]): ModelTurn {
  const usedIds = new Set(
    transcript.flatMap((entry) =>
      entry.role === 'assistant' ? entry.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])) : [],
    ),
  );
  const parts = turn.message.parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    const id = freeId(part.id, usedIds);
    usedIds.add(id);
    return { ...part, id };
  });
  return { ...turn, message: { ...turn.message, parts } };
}

/** Providers take letters, digits, `_` and `-`. */
function freeId(preferredId: string, usedIds: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? preferredId : `${preferredId}_${count}`;
    if (id !== '' && !usedIds.has(id)) return id;
  }
}
