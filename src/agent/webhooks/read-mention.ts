import type { CommentEvent } from '../../codehost/webhook.ts';
import { commentLines } from './comment-lines.ts';

/** Stands in every answer of ours, so that one is never taken for an instruction. */
export const answerMarker = '<!-- docwright:answer';

/** Characters of a comment that are an instruction; a message takes 50,000. */
const longestInstruction = 40_000;

/**
 * What a comment tells the agent: `/docwright ...` at the beginning of a line, or a mention of `@docwright` or of the account
 * that opened the pull request. What is quoted, in a fence or hidden tells it nothing. Undefined for a comment that people
 * wrote to each other.
 */
export function readMention({ text, author, pullRequestAuthor, isByProgram }: CommentEvent): string | undefined {
  if (isByProgram || text.includes(answerMarker)) return undefined;
  // People whose own token Docwright uses mention themselves only in a command.
  const isOwn = pullRequestAuthor === undefined || pullRequestAuthor === author;
  const names = ['docwright', ...(isOwn ? [] : [pullRequestAuthor])];
  const isName = (word: string) => names.some((name) => word.toLowerCase() === `@${name.toLowerCase()}`);
  const lines = commentLines(text).map(({ text: line, isCode }) => {
    if (isCode || /^ {0,3}>/.test(line)) return { words: [line], isMeant: false };
    const command = /^\/docwright(?=\s|$)/i.exec(line)?.[0];
    const words = line.slice(command?.length ?? 0).split(/(?<=[\s(,;:])|(?=[\s),;:.!?])/);
    const others = words.filter((word) => !isName(word));
    return { words: others, isMeant: command !== undefined || others.length < words.length };
  });
  if (!lines.some(({ isMeant }) => isMeant)) return undefined;
  const left = lines.map(({ words }) => words.join(''));
  const instruction = left.join('\n').trim();
  if (instruction.length <= longestInstruction) return instruction;
  const cut = instruction.length - longestInstruction;
  return `${instruction.slice(0, longestInstruction)}\n\n[The last ${cut} characters of the comment were left out.]`;
}

/** The message that a comment becomes: its place in the change, then its words. */
export function instructionOf({ author, number, path, line }: CommentEvent, text: string): string {
  const place = path === undefined ? '' : ` on \`${path}\`${line === undefined ? '' : `, line ${line}`}`;
  return `Comment by @${author}${place} in pull request #${number}:\n\n${text}`;
}
