import type { ShownFile } from '../../../model/language-model.ts';

/** Between prose (4) and markup (3), on the safe side for prose. */
export const charactersPerToken = 3.5;

/**
 * Shares of the context window that the answers of tools may take: one answer, and those of one turn together. What a
 * turn brings is shown to the model whole, so it must fit beside the prompt and what the model itself has written.
 */
export const resultShares = { one: 0.2, turn: 0.4 } as const;

/** Every answer may have so many characters, so that even the last of many calls is told how to go on. */
const least = 800;

/** Characters that are left for the answers of a turn. */
export interface ResultRoom {
  /** For the next answer, when `callsLeft` are to come with it: what others leave over is shared among the rest. */
  next(callsLeft: number): number;
  take(characters: number): void;
}

export function createResultRoom(contextTokens: number): ResultRoom {
  const window = contextTokens * charactersPerToken;
  let remaining = window * resultShares.turn;
  return {
    next: (callsLeft) => Math.max(least, Math.floor(Math.min(window * resultShares.one, remaining / callsLeft))),
    take(characters) {
      remaining = Math.max(0, remaining - characters);
    },
  };
}

/** The answer of a tool that does not page by itself: its beginning, to the end of a line, and how to get the rest. */
export function fitInto(room: number, text: string): string {
  if (text.length <= room) return text;
  const most = Math.max(0, room - 200);
  const lineEnd = text.lastIndexOf('\n', most);
  const shown = text.slice(0, lineEnd > most / 2 ? lineEnd : most).toWellFormed();
  const omitted = text.length - shown.length;
  return `${shown}\n⟦${omitted} more characters do not fit. Ask for less at once, or call this tool alone.⟧`;
}

/**
 * Characters of text that take as much of the window as a file that is shown. A picture is some 1,600 tokens whatever its
 * size (Anthropic's largest; others count less), a document that and its text for each page.
 */
export function shownCharacters({ mediaType, data }: ShownFile): number {
  const picture = 1_600 * charactersPerToken;
  return mediaType === 'application/pdf' ? Math.max(3 * picture, data.length / 20) : picture;
}
