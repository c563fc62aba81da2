import type { CommentEvent } from '../../codehost/webhook.ts';

/** Stands in every answer of ours, so that one is never taken for an instruction. */
export const answerMarker = '<!-- docwright:answer';

/** Characters of a comment that are an instruction; a message takes 50,000. */
const longestInstruction = 40_000;

/**
 * What a comment tells the agent: `/docwright ...` at the beginning of a line, or a mention of `@docwright` or of the account
 * that opened the pull request. Undefined for a comment that people wrote to each other. Takes time linear in the text.
 */
export function readMention({ text, author, pullRequestAuthor, isByProgram }: CommentEvent): string | undefined {
  if (isByProgram || text.includes(answerMarker)) return undefined;
  // People whose own token Docwright uses mention themselves only in a command.
  const names = ['docwright', ...(pullRequestAuthor === author ? [] : [pullRequestAuthor])];
  let isMeant = false;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    if (line.startsWith('>')) return line;
    const command = /^\/docwright(?=\s|$)/i.exec(line)?.[0];
    if (command !== undefined) isMeant = true;
    const words = line.slice(command?.length ?? 0).split(/(?<=[\s(,;:])|(?=[\s),;:.!?])/);
    return words
      .filter((word) => {
        const isName = names.some((name) => word.toLowerCase() === `@${name.toLowerCase()}`);
        if (isName) isMeant = true;
        return !isName;
      })
      .join('');
  });
  if (!isMeant) return undefined;
  const instruction = lines.join('\n').trim();
  return instruction.slice(0, longestInstruction);
}

/** The message that a comment becomes: its place in the change, then its words. */
export function instructionOf({ author, number, path, line }: CommentEvent, text: string): string {
  const place = path === undefined ? '' : ` on \`${path}\`${line === undefined ? '' : `, line ${line}`}`;
  return `Comment by @${author}${place} in pull request #${number}:\n\n${text}`;
}
