import type { ModelMessage, UserMessage } from '../../model/language-model.ts';

/**
 * What is stored of a run, append-only. Besides the messages it holds the decisions to shorten what the model sees, so
 * that a resumed run sends exactly what the interrupted one would have sent.
 */
export type TranscriptEntry = ModelMessage | PrunedMark | SummarisedMark;

/** The results of these calls are shown as a placeholder from here on. */
export interface PrunedMark {
  readonly role: 'pruned';
  readonly callIds: readonly string[];
}

/** All entries before `firstKept` but the first are replaced by the summary. */
export interface SummarisedMark {
  readonly role: 'summarised';
  readonly summary: string;
  /** Index into the transcript. */
  readonly firstKept: number;
}

/** The messages to send: the transcript with its marks applied. */
export function viewOf(transcript: readonly TranscriptEntry[]): ModelMessage[] {
  const pruned = new Set(transcript.flatMap((entry) => (entry.role === 'pruned' ? entry.callIds : [])));
  const summarised = transcript.findLast((entry) => entry.role === 'summarised');
  const shown: readonly TranscriptEntry[] =
    summarised === undefined
      ? transcript
      : [...transcript.slice(0, 1), summaryMessage(summarised), ...transcript.slice(summarised.firstKept)];
  return shown.filter(isMessage).map((message) => withoutPruned(message, pruned));
}

export function isMessage(entry: TranscriptEntry): entry is ModelMessage {
  return entry.role !== 'pruned' && entry.role !== 'summarised';
}

function summaryMessage({ summary }: SummarisedMark): UserMessage {
  return { role: 'user', origin: 'loop', text: `Earlier steps were summarised to save space:\n\n${summary}` };
}

function withoutPruned(message: ModelMessage, pruned: ReadonlySet<string>): ModelMessage {
  if (message.role !== 'tool' || !message.results.some(({ callId }) => pruned.has(callId))) return message;
  const results = message.results.map((result) =>
    pruned.has(result.callId) ? { ...result, text: prunedText(result.tool) } : result,
  );
  return { role: 'tool', results };
}

function prunedText(tool: string): string {
  return `[Old output of ${tool} was removed to save space. Call it again if you need it.]`;
}
