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

/** Descriptions for docs/command-line.md. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'Success. With `--wait`: the job is completed.',
  failed:
    'Failure, explained on standard error. For `check` and `analytics verify`: there are findings or differences.',
  wrongInput: 'Wrong usage or input: an option, argument or environment variable.',
  jobFailed: 'The awaited job failed.',
  jobArchived: 'The awaited job was archived.',
  jobNotEnded: 'The awaited job did not end within `--timeout`; it continues.',
  upgradeDue: 'For `upgrade --check`: an upgrade is due.',
};
