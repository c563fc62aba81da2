/** What a command ends with, for the programs that run it. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongInput: 2,
  jobFailed: 3,
  jobArchived: 4,
  jobNotEnded: 5,
  upgradeDue: 6,
} as const;

/** The same in words; docs/command-line.md shows them. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'Done. Of a job that is waited for: it is completed.',
  failed: 'It could not be done, as standard error says; of `check` and `analytics verify`: they found something.',
  wrongInput: 'Wrong usage or input: an option, an argument, a variable of the environment.',
  jobFailed: 'The job that was waited for has failed.',
  jobArchived: 'The job that was waited for was archived.',
  jobNotEnded: 'The job that was waited for did not end within `--timeout`; it goes on.',
  upgradeDue: 'Of `upgrade --check`: there is something to do.',
};
