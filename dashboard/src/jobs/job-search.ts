export interface JobSearch {
  tab?: 'changes';
  /** Side by side; without it unified. */
  view?: 'split';
}

export function readJobSearch({ tab, view }: Record<string, unknown>): JobSearch {
  return { ...(tab === 'changes' ? { tab } : {}), ...(view === 'split' ? { view } : {}) };
}
