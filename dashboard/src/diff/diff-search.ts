export interface DiffSearch {
  /** Side by side; without it unified. */
  view?: 'split';
}

export function readDiffSearch({ view }: Record<string, unknown>): DiffSearch {
  return view === 'split' ? { view } : {};
}
