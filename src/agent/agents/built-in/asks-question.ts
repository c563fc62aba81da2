import { isFromPerson, type TranscriptEntry } from '../../jobs/transcript.ts';

/**
 * Whether the person's last message ends with a question, so that words alone can answer it. A request in the form of a
 * question ("Can you rename it?") is none.
 */
export function asksQuestion(transcript: readonly TranscriptEntry[]): boolean {
  const text = transcript.findLast(isFromPerson)?.text.trim() ?? '';
  return /[?\uFF1F\u061F]$/u.test(text) && !/\b(?:can|could|would|will) you\b|\bplease\b/iu.test(text);
}
