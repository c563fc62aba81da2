import type { ModelMessage, ToolResult, UserMessage } from '../../../model/language-model.ts';
import { isMessage, type PrunedMark, type TranscriptEntry } from '../../jobs/transcript.ts';

/** What the model is shown: the transcript with its marks applied. */
export function viewOf(transcript: readonly TranscriptEntry[]): ModelMessage[] {
  const pruned = new Map(
    transcript.flatMap((entry) =>
      entry.role === 'pruned' ? entry.callIds.map((callId) => [callId, entry.reason] as const) : [],
    ),
  );
  const summarised = transcript.findLast((entry) => entry.role === 'summarised');
  const messages = (from: number, to?: number): ModelMessage[] => transcript.slice(from, to).filter(isMessage);
  const shown =
    summarised === undefined
      ? messages(0)
      : [...messages(0, 1), summaryMessage(summarised.summary), ...messages(summarised.firstKept)];
  return shown.map((message) => withoutPruned(message, pruned));
}

function summaryMessage(summary: string): UserMessage {
  return { role: 'user', origin: 'agent', text: `Summary of earlier steps, to save space:\n\n${summary}` };
}

function withoutPruned(message: ModelMessage, pruned: ReadonlyMap<string, PrunedMark['reason']>): ModelMessage {
  if (message.role !== 'tool' || !message.results.some(({ callId }) => pruned.has(callId))) return message;
  const results = message.results.map((result) =>
    pruned.has(result.callId) ? withoutOutput(result, pruned.get(result.callId)) : result,
  );
  return { role: 'tool', results };
}

function withoutOutput(result: ToolResult, reason: PrunedMark['reason']): ToolResult {
  const { callId, tool, failed, record } = result;
  return {
    callId,
    tool,
    failed,
    ...(record && { record }),
    text: reason === 'refused' ? refusedText : prunedText(result.tool),
  };
}

const refusedText = "[The model's provider did not accept this file. Continue without it, and say so in the summary.]";

function prunedText(tool: string): string {
  return `[Old output of ${tool} was removed to save space. Call it again if you need it.]`;
}
