import type { CommentEvent } from '../../codehost/webhook.ts';

/** Stands in every answer of ours, so that one is never taken for an instruction. */
export const answerMarker = '<!-- docwright:answer';

/** Characters of a comment that are an instruction; a message takes 50,000. */
const longestInstruction = 40_000;

/**
 * What a comment tells the agent: `/docwright ...` at the beginning of a line, or a mention of `@docwright` or of the account
 * that opened the pull request. Undefined for a comment that people wrote to each other. Takes time linear in the text.
 */
export function readMention({ text, author, pullRequestAuthor, isByBot }: CommentEvent): string | undefined {
  if (isByBot || text.includes(answerMarker)) return undefined;
  // People whose own token Docwright uses mention themselves only in a command.
  const isOwn = pullRequestAuthor === undefined || pullRequestAuthor === author;
  const names = ['docwright', ...(isOwn ? [] : [pullRequestAuthor])];
  const isName = (word: string) => names.some((name) => word.toLowerCase() === `@${name.toLowerCase()}`);
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (line.startsWith('>')) return { words: [line], isMeant: false };
    const command = /^\/docwright(?=\s|$)/i.exec(line)?.[0];
    const words = line.slice(command?.length ?? 0).split(/(?<=[\s(,;:])|(?=[\s),;:.!?])/);
    const others = words.filter((word) => !isName(word));
    return { words: others, isMeant: command !== undefined || others.length < words.length };
  });
  if (!lines.some(({ isMeant }) => isMeant)) return undefined;
  const instruction = lines.map(({ words }) => words.join('')).join('\n');
  return instruction.trim().slice(0, longestInstruction);
}

/** The message that a comment becomes: its place in the change, then its words. */
export function instructionOf({ author, number, path, line }: CommentEvent, text: string): string {
  const place = path === undefined ? '' : ` on \`${path}\`${line === undefined ? '' : `, line ${line}`}`;
  return `Comment by @${author}${place} in pull request #${number}:\n\n${text}`;
}
