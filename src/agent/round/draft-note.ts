const beginning = '\n\nThe pull request is a draft. ';

/** Appended to a job's summary, so that not only the pull request says why it is a draft. */
export function draftNote(unfinished: string | undefined): string {
  return unfinished === undefined ? '' : `${beginning}${unfinished}`;
}

/** The summary as the agent wrote it. */
export function withoutDraftNote(summary: string): string {
  return summary.split(beginning, 1)[0] ?? '';
}
