import { defineError } from '../kernel/app-error.ts';

export const NothingToEvaluate = defineError(
  {
    code: 'nothing_to_evaluate',
    status: 422,
    title: 'No changes to evaluate',
    remedy:
      "Run it in a clone that has the docs' history. Use --docs <folder> if the docs are in a subfolder, or choose commits with --commit.",
  },
  (folder: string, why?: string) =>
    `${why ?? 'No merged change of documentation alone was found in the history of'} ${folder}.`,
);

export const HistoryIncomplete = defineError(
  {
    code: 'history_incomplete',
    status: 422,
    title: 'Incomplete history',
    remedy:
      'Fetch the rest: `git fetch --unshallow` in a shallow clone, `git fetch --refetch --no-filter origin` in a partial one. Or clone again without --depth and --filter.',
  },
  (message: string) => `${message}.`,
);
