import type { ToolResult } from '../../../model/language-model.ts';
import { isFromPerson, isMessage, type TranscriptEntry } from '../../jobs/transcript.ts';
import type { AgentChange } from '../docs-agent.ts';
import type { ToolOutcome } from './tools/tool.ts';

type Finish = Extract<ToolOutcome['effect'], { kind: 'finish' }>;

/** What stands against the end that the model wants, as the outcome of its call; undefined when it has finished. */
export async function whyNotFinished(
  { noChange, summary }: Finish,
  {
    before,
    callsAfter,
    transcript,
    change,
  }: {
    /** Results of the same turn. */
    before: readonly ToolResult[];
    callsAfter: number;
    transcript: readonly TranscriptEntry[];
    change: Pick<AgentChange, 'isUntouched'>;
  },
): Promise<ToolOutcome | undefined> {
  // What they do would be published without the model having seen what came of it.
  if (callsAfter > 0) return early('other calls follow it. Read their results, then call finish again.');
  const failure = before.find(({ failed }) => failed);
  if (failure !== undefined) return early(`the preceding call to ${failure.tool} failed. Resolve that first.`);
  const isUntouched = await change.isUntouched();
  if (isUntouched && noChange === undefined && !mayEndUnchanged(transcript, summary))
    return early(
      'no file has changed. If the task needs changes, make them. If it needs none, call finish again with no_change, and say why in the summary.',
      { untouched: true, said: summary },
    );
  if (isUntouched && noChange !== undefined && claimsOwnChange(summary))
    return early(
      'no file has changed, but the summary says that you changed something. Say what is true, or make the change.',
      { untouched: true, said: summary },
    );
  if (!isUntouched && noChange !== undefined)
    return early('files have changed (diff shows them). Leave no_change out, or revert the changes first.');
  return undefined;
}

function early(why: string, record?: Record<string, unknown>): ToolOutcome {
  return { failed: true, why: 'early-finish', text: `Not finished: ${why}`, ...(record && { record }) };
}

/**
 * Whether words alone may end a run that changed nothing: they answer a question, or, once the model was told that no file
 * has changed, they say so themselves.
 */
function mayEndUnchanged(transcript: readonly TranscriptEntry[], words: string): boolean {
  return asksQuestion(transcript) || (wasTold(transcript) && deniesChange(words));
}

function wasTold(transcript: readonly TranscriptEntry[]): boolean {
  const spoke = transcript.findLastIndex(isFromPerson);
  return transcript
    .slice(spoke + 1)
    .filter(isMessage)
    .some((message) => message.role === 'tool' && message.results.some(({ record }) => record?.['untouched'] === true));
}

/**
 * Whether the person's last message ends with a question. A request in the form of a question ("Can you rename it?") is
 * none.
 */
export function asksQuestion(transcript: readonly TranscriptEntry[]): boolean {
  const text = transcript.findLast(isFromPerson)?.text.trim() ?? '';
  return /[?\uFF1F\u061F]$/u.test(text) && !/\b(?:can|could|would|will) you\b|\bplease\b/iu.test(text);
}

/** Whether a sentence says that something was done to files: "Renamed it on 12 pages", but not "Nothing was changed". */
export function claimsChange(words: string): boolean {
  return sentencesOf(words).some((sentence) => done.test(sentence) && !denied.test(sentence));
}

/** Whether a sentence says so of the model itself: "I fixed the links", but not "The option is documented in config.md". */
export function claimsOwnChange(words: string): boolean {
  return sentencesOf(words).some((sentence) => doneByModel.test(sentence) && !denied.test(sentence));
}

function deniesChange(words: string): boolean {
  return !claimsChange(words) && sentencesOf(words).some((sentence) => denied.test(sentence));
}

function sentencesOf(words: string): string[] {
  return words.slice(0, longestLookedAt).split(/[.!?\n]/u);
}

const longestLookedAt = 6_000;
const verbs = String.raw`(?:(?:add|adjust|chang|clean|convert|correct|creat|delet|document|edit|extend|fix|implement|improv|insert|link|mov|normali[sz]|remov|renam|reorgani[sz]|replac|restructur|rework|reword|simplifi|translat|updat)ed|rewrote|rewritten|wrote|written)\b`;
const done = new RegExp(String.raw`\b${verbs}`, 'iu');
const doneByModel = new RegExp(
  String.raw`^\s*(?:[-*] )?(?:(?:I|we)(?:['’]ve| have)? )?(?:(?:also|now|successfully) )?${verbs}`,
  'iu',
);
const denied =
  /\b(?:no|not|nothing|none|never|neither|without|already|cannot|need|needs|would|could|should|might|if)\b|n['’]t\b/iu;
