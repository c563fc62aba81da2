import type { AssistantMessage, ToolResult } from '../../../model/language-model.ts';
import { isFromPerson, isMessage, type StoredMessage, type TranscriptEntry } from '../../jobs/transcript.ts';
import type { AgentTool, ToolCall } from './tools/tool.ts';

/** Turns with the same call and answer, or the same refusal, after which the model is told, and the run ends. */
export const repetitions = { told: 3, end: 5 } as const;

/**
 * How many turns had this answer, this one included. A success counts only with the same arguments. Turns count since a
 * person spoke, and as far as the model still sees them: what was pruned may be read again. A change that succeeds in
 * between starts the count anew, because the same question may now have another answer.
 */
export function timesRepeated(
  { call, answer, failed }: { call: ToolCall; answer: string; failed: boolean },
  { transcript, tools }: { transcript: readonly TranscriptEntry[]; tools: readonly AgentTool[] },
): number {
  const messages = messagesInSight(transcript);
  const calls = new Map(messages.flatMap((message) => (message.role === 'assistant' ? callsOf(message) : [])));
  const changing = new Set(tools.filter(({ changesTree }) => changesTree).map(({ definition }) => definition.name));
  const isChange = (result: Pick<ToolResult, 'tool' | 'failed'>) => !result.failed && changing.has(result.tool);
  const isSame = (result: ToolResult) =>
    result.tool === call.tool &&
    result.failed === failed &&
    isAnswer(result, answer) &&
    (failed || signatureOf(calls.get(result.callId)) === signatureOf(call));
  let times = 1;
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool') continue;
    if (!isChange({ tool: call.tool, failed }) && message.results.some(isChange)) break;
    if (message.results.some(isSame)) times += 1;
  }
  return times;
}

/** Without the results that were pruned. */
function messagesInSight(transcript: readonly TranscriptEntry[]): readonly StoredMessage[] {
  const spoke = transcript.findLastIndex(isFromPerson);
  const kept = transcript.findLast((entry) => entry.role === 'summarised')?.firstKept ?? 0;
  const pruned = new Set(transcript.flatMap((entry) => (entry.role === 'pruned' ? entry.callIds : [])));
  return transcript
    .slice(Math.max(spoke + 1, kept))
    .filter(isMessage)
    .map((message) =>
      message.role === 'tool'
        ? { ...message, results: message.results.filter(({ callId }) => !pruned.has(callId)) }
        : message,
    );
}

function callsOf({ parts }: AssistantMessage): (readonly [string, ToolCall])[] {
  return parts.flatMap((part) => (part.type === 'tool-call' ? [[part.id, part] as const] : []));
}

/** With the note that was added to the answer, where there was one. */
function isAnswer({ text, record }: ToolResult, answer: string): boolean {
  return text === answer || (record?.['repeated'] !== undefined && text.startsWith(`${answer}\n\n`));
}

function signatureOf(call: ToolCall | undefined): string {
  return JSON.stringify([call?.tool, call?.input]);
}

export function repetitionNote(times: number, failed: boolean): string {
  const what = failed
    ? `You got this refusal in ${times} turns.`
    : `You made this very call ${times} times, with this answer each time.`;
  return `${what} Another try will not change it: do something else, finish with what you have, or ask.`;
}

/** A result of the last turn that came too often to go on. */
export function endlessRepetition(transcript: readonly TranscriptEntry[]): ToolResult | undefined {
  const last = transcript.findLast(isMessage);
  if (last?.role !== 'tool') return undefined;
  return last.results.find(({ record }) => Number(record?.['repeated'] ?? 0) >= repetitions.end);
}
