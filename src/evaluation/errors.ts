import { defineError } from '../kernel/app-error.ts';

export const NothingToEvaluate = defineError(
  {
    code: 'nothing_to_evaluate',
    status: 422,
    title: 'The history has no change to evaluate with',
    remedy:
      'Run it in a clone with the history of the documentation, with --docs <folder> where the documentation is a part of the repository, or name commits with --commit.',
  },
  (folder: string, why?: string) =>
    `${why ?? 'No merged change of documentation alone was found in the history of'} ${folder}.`,
);

export const HistoryIncomplete = defineError(
  {
    code: 'history_incomplete',
    status: 422,
    title: 'A part of the history is not in the clone',
    remedy:
      'Fetch the rest there, with `git fetch --unshallow` in a shallow clone and `git fetch --refetch --no-filter origin` in a partial one, or clone it anew without --depth and --filter.',
  },
  (what: string) => `${what}.`,
);
