import type { ModelMessage, UserMessage } from '../../../model/language-model.ts';
import { isMessage, type TranscriptEntry } from '../../jobs/transcript.ts';

/** What the model is shown: the transcript with its marks applied. */
export function viewOf(transcript: readonly TranscriptEntry[]): ModelMessage[] {
  const pruned = new Set(transcript.flatMap((entry) => (entry.role === 'pruned' ? entry.callIds : [])));
  const summarised = transcript.findLast((entry) => entry.role === 'summarised');
  const messages = (from: number, to?: number): ModelMessage[] => transcript.slice(from, to).filter(isMessage);
  const shown =
    summarised === undefined
      ? messages(0)
      : [...messages(0, 1), summaryMessage(summarised.summary), ...messages(summarised.firstKept)];
  return shown.map((message) => withoutPruned(message, pruned));
}

function summaryMessage(summary: string): UserMessage {
  return { role: 'user', origin: 'agent', text: `Earlier steps were summarised to save space:\n\n${summary}` };
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
