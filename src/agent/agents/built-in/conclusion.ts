import { z } from 'zod';
import type { AssistantMessage } from '../../../model/language-model.ts';
import type { AgentEnding } from '../docs-agent.ts';
import type { ToolCall } from './tools/tool.ts';
import { isMessage, isNote, type AgentNote, type TranscriptEntry } from '../../jobs/transcript.ts';

/** The calls of the last message, when it is the model's and nobody has answered them yet. */
export function openCalls(transcript: readonly TranscriptEntry[]): ToolCall[] {
  const last = transcript.findLast(isMessage);
  return last?.role === 'assistant' ? last.parts.filter((part) => part.type === 'tool-call') : [];
}

type Conclusion = Extract<AgentEnding, { kind: 'finished' | 'asked' }>;

const endRecord = z.object({
  effect: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('finish'), title: z.string(), summary: z.string(), noChange: z.string().optional() }),
    z.object({ kind: z.literal('ask'), question: z.string() }),
  ]),
});

/** What the transcript ends with, if that is an end; without a title when the model stopped without `finish`. */
export function conclusionOf(transcript: readonly TranscriptEntry[]): Conclusion | undefined {
  const last = transcript.findLast(isMessage);
  if (last?.role === 'assistant') return { kind: 'finished', title: undefined, summary: textOf(last) };
  if (last?.role !== 'tool') return undefined;
  const records = last.results.map(({ record }) => endRecord.safeParse(record).data);
  const end = records.find((record) => record !== undefined)?.effect;
  if (end?.kind === 'ask') return { kind: 'asked', question: end.question };
  if (end === undefined) return undefined;
  const { title, summary, noChange } = end;
  return { kind: 'finished', title, summary, ...(noChange !== undefined && { isUnchanged: true }) };
}

/** Whether the last message answers a note of this kind, with no tool in between. */
export function answersNote(transcript: readonly TranscriptEntry[], kind: AgentNote['kind']): boolean {
  return isNote(transcript.filter(isMessage).at(-2), kind);
}

/** Answers of the model since it was told this. */
export function answersSince(transcript: readonly TranscriptEntry[], kind: AgentNote['kind']): number {
  const noteIndex = transcript.findLastIndex((entry) => isNote(entry, kind));
  return transcript.slice(noteIndex + 1).filter(({ role }) => role === 'assistant').length;
}

/** Answers in a row, up to the last, that each got a note of this kind. */
export function lastAnswersNoted(transcript: readonly TranscriptEntry[], kind: AgentNote['kind']): number {
  const messages = transcript.filter(isMessage);
  let count = 0;
  for (let last = messages.length - 1; isNote(messages[last], kind); last -= 2) count += 1;
  return count;
}

export function textOf(message: AssistantMessage): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim();
}

/** Stands in for the summary when the model gave none. */
export function callList(transcript: readonly TranscriptEntry[]): string {
  const calls = transcript.flatMap((entry) => (entry.role === 'assistant' ? entry.parts : []));
  const lines = calls.flatMap((part) =>
    part.type === 'tool-call' ? [`- ${part.tool} ${JSON.stringify(part.input).slice(0, 160)}`] : [],
  );
  return `Tool calls:\n${lines.slice(-200).join('\n')}`;
}
