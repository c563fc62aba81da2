const beginning = '\n\nThe pull request is a draft. ';

/** Ends the summary that a job shows, since only its pull request would say so otherwise. */
export function draftNote(unfinished: string | undefined): string {
  return unfinished === undefined ? '' : `${beginning}${unfinished}`;
}

/** The agent's own words. */
export function withoutDraftNote(summary: string): string {
  return summary.split(beginning, 1)[0] ?? '';
}
