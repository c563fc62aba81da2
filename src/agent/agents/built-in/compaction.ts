import type { ModelMessage, ShownFile, UserMessage } from '../../../model/language-model.ts';
import {
  isFromPerson,
  isMessage,
  type PrunedMark,
  type SummarisedMark,
  type TranscriptEntry,
} from '../../jobs/transcript.ts';
import { charactersPerToken, shownCharacters } from './result-room.ts';
import { viewOf } from './model-view.ts';

/**
 * When and how the conversation is shortened. Between two shortenings the messages only grow, so the provider's prompt
 * cache holds; therefore it is done seldom and thoroughly. Shares are of the context window.
 *
 * 1. Over half the window: tool output older than the newest fifth of it (40,000 tokens at most) is pruned, if that
 *    frees a tenth (20,000 tokens at most). The two bounds are those that opencode settled on. Results of the newest turn
 *    stay whatever they take, since the model has not seen them; `result-room.ts` bounds them before they come.
 * 2. Still over four fifths: the model is asked, after the same prefix, to summarise; the newest fifth is kept as it is.
 */
export const compactionRule = {
  pruneOver: 0.5,
  protect: { share: 0.2, tokens: 40_000 },
  free: { share: 0.1, tokens: 20_000 },
  summariseOver: 0.8,
  keep: 0.2,
} as const;

export function estimateTokens(value: string | readonly ModelMessage[]): number {
  const characters =
    typeof value === 'string' ? value.length : value.reduce((sum, message) => sum + sizeOf(message), 0);
  return Math.ceil(characters / charactersPerToken);
}

/** The pruning that is due, or undefined. `prefixTokens` are those of the system prompt and the tools. */
export function pruneIfDue(
  transcript: readonly TranscriptEntry[],
  { contextTokens, prefixTokens }: { contextTokens: number; prefixTokens: number },
): PrunedMark | undefined {
  const view = viewOf(transcript);
  if (prefixTokens + estimateTokens(view) <= contextTokens * compactionRule.pruneOver) return undefined;
  const protect = Math.min(contextTokens * compactionRule.protect.share, compactionRule.protect.tokens);
  const free = Math.min(contextTokens * compactionRule.free.share, compactionRule.free.tokens);
  return prune(view, protect, free);
}

/** Prunes everything but the results of the last turn: the provider said that the conversation does not fit. */
export function pruneAll(transcript: readonly TranscriptEntry[]): PrunedMark | undefined {
  return prune(viewOf(transcript), 0, 1);
}

/** Leaves out the files of the newest turn: the provider did not take the request that showed them. */
export function unshow(transcript: readonly TranscriptEntry[]): PrunedMark | undefined {
  const newest = viewOf(transcript).findLast((message) => message.role === 'tool');
  const callIds = (newest?.results ?? []).flatMap(({ callId, shown }) => (shown === undefined ? [] : [callId]));
  return callIds.length > 0 ? { role: 'pruned', callIds, reason: 'refused' } : undefined;
}

export function isSummaryDue(
  transcript: readonly TranscriptEntry[],
  { contextTokens, prefixTokens }: { contextTokens: number; prefixTokens: number },
): boolean {
  if (prefixTokens + estimateTokens(viewOf(transcript)) <= contextTokens * compactionRule.summariseOver) return false;
  return leavesOutMore(transcript, contextTokens);
}

/**
 * A summary that no model wrote, when the conversation fits into none; undefined when it would not make it shorter. What
 * was refused tells how large the window is at most.
 */
export function forget(transcript: readonly TranscriptEntry[], summary: string): SummarisedMark | undefined {
  const refused = estimateTokens(viewOf(transcript));
  return leavesOutMore(transcript, refused) ? summarise(transcript, summary, refused) : undefined;
}

/** There is nothing to gain when hardly anything would be left out. */
function leavesOutMore(transcript: readonly TranscriptEntry[], contextTokens: number): boolean {
  const previous = transcript.findLast((entry) => entry.role === 'summarised');
  return firstKept(transcript, contextTokens) > (previous?.firstKept ?? 0) + 2;
}

export const summaryRequest: UserMessage = {
  role: 'user',
  origin: 'agent',
  text: 'The conversation is getting too long. Do not call a tool now. Write down for yourself what you need to continue without it: the task and every request of the person; what you found out, with paths and line numbers; what you changed, file by file; what is still to do, in order; what did not work. Only this text and the last few steps will remain.',
};

/** People's own words are carried over verbatim: a summary of an instruction is another instruction. */
export function summarise(
  transcript: readonly TranscriptEntry[],
  summary: string,
  contextTokens: number,
): SummarisedMark {
  const firstKeptIndex = firstKept(transcript, contextTokens);
  const words = transcript
    .slice(1, firstKeptIndex)
    .filter(isFromPerson)
    .map(({ text }) => text);
  const verbatim =
    words.length > 0 ? `\n\nMessages from the person since then, verbatim:\n\n${words.join('\n\n')}` : '';
  return { role: 'summarised', summary: summary + verbatim, firstKept: firstKeptIndex };
}

/** Start of the newest part that fits `keep`: an assistant message, so that no result is parted from its call. */
function firstKept(transcript: readonly TranscriptEntry[], contextTokens: number): number {
  let tokens = 0;
  let kept = transcript.length;
  for (let index = transcript.length - 1; index > 0; index -= 1) {
    const entry = transcript[index];
    if (entry === undefined || !isMessage(entry)) continue;
    tokens += estimateTokens([entry]);
    if (tokens > contextTokens * compactionRule.keep && kept < transcript.length) break;
    if (entry.role === 'assistant') kept = index;
  }
  return kept;
}

/** Walks from the newest turn's results to the oldest; `protect` tokens of output stay, at least `free` must be gained. */
function prune(view: readonly ModelMessage[], protect: number, free: number): PrunedMark | undefined {
  const [newest, ...older] = view.filter((message) => message.role === 'tool').reverse();
  const results = older.flatMap((message) => message.results.toReversed());
  const callIds: string[] = [];
  let seenTokens = newest === undefined ? 0 : estimateTokens([newest]);
  let freed = 0;
  for (const { callId, text, shown } of results) {
    const tokens = estimateTokens(text) + Math.ceil(sizeOfShown(shown) / charactersPerToken);
    seenTokens += tokens;
    if (seenTokens <= protect || (text.length < 200 && shown === undefined)) continue;
    callIds.push(callId);
    freed += tokens;
  }
  return callIds.length > 0 && freed >= free ? { role: 'pruned', callIds } : undefined;
}

function sizeOfShown(shown: ShownFile | undefined): number {
  return shown === undefined ? 0 : shownCharacters(shown);
}

function sizeOf(message: ModelMessage): number {
  if (message.role === 'user') return message.text.length;
  if (message.role === 'tool')
    return message.results.reduce((sum, { text, shown }) => sum + text.length + sizeOfShown(shown) + 40, 0);
  return JSON.stringify(message.parts).length;
}
