import type { CommentEvent } from '../../codehost/webhook.ts';
import { commentLines } from './comment-lines.ts';

/** Everything that we post contains it, so that none of it is read as an instruction. */
const ownMarker = '<!-- docwright:';
/** Of a reply. */
export const answerMarker = `${ownMarker}answer`;

/** In characters. A message may have 50,000, with the comment's place before the instruction. */
const longestInstruction = 40_000;

/**
 * The instruction in a comment with `/docwright` at the beginning of a line, `@docwright`, or a mention of the account that
 * opened the pull request. Ignores quotes, code blocks and hidden text. Undefined for other comments. Linear time.
 */
export function readMention({ text, author, pullRequestAuthor, isByBot }: CommentEvent): string | undefined {
  if (isByBot || text.includes(ownMarker)) return undefined;
  // If Docwright uses the author's own token, a mention of that account addresses nobody else.
  const isOwn = pullRequestAuthor === undefined || pullRequestAuthor === author;
  const names = ['docwright', ...(isOwn ? [] : [pullRequestAuthor])];
  const isName = (word: string) => names.some((name) => word.toLowerCase() === `@${name.toLowerCase()}`);
  const lines = commentLines(text).map(({ text: line, isCode }) => {
    if (isCode || /^ {0,3}>/.test(line)) return { words: [line], isAddressed: false };
    const command = /^\/docwright(?=\s|$)/i.exec(line)?.[0];
    const words = line.slice(command?.length ?? 0).split(/(?<=[\s(,;:])|(?=[\s),;:.!?])/);
    const others = words.filter((word) => !isName(word));
    return { words: others, isAddressed: command !== undefined || others.length < words.length };
  });
  if (!lines.some(({ isAddressed }) => isAddressed)) return undefined;
  const instruction = lines
    .map(({ words }) => words.join(''))
    .join('\n')
    .trim();
  if (instruction.length <= longestInstruction) return instruction;
  const cut = instruction.length - longestInstruction;
  return `${instruction.slice(0, longestInstruction)}\n\n[The last ${cut} characters of the comment were left out.]`;
}

/**
 * What a comment such as `@docwright review the API pages` asks for besides the review, which may be nothing; undefined if it
 * asks for none. Only Docwright's own name counts: the account that opened the pull request is a person's.
 */
export function readReviewRequest(event: CommentEvent): string | undefined {
  const [, request] =
    /^review\b[\s.,:;!]*(.*)$/is.exec(readMention({ ...event, pullRequestAuthor: undefined }) ?? '') ?? [];
  return request;
}

/** The job message for a comment: author and place, then the instruction. */
export function instructionOf({ author, number, path, line }: CommentEvent, text: string): string {
  // A path is text from outside: it must not end the code span or add a line.
  const shown = path?.replace(/[`\p{Cc}]/gu, '\u{fffd}');
  const place = shown === undefined ? '' : ` on \`${shown}\`${line === undefined ? '' : `, line ${line}`}`;
  return `Comment by @${author}${place} in pull request #${number}:\n\n${text}`;
}
