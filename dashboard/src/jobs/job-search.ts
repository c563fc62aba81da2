import { readDiffSearch, type DiffSearch } from '../diff/diff-search.ts';

export interface JobSearch extends DiffSearch {
  tab?: 'changes';
}

export function readJobSearch(raw: Record<string, unknown>): JobSearch {
  return { ...(raw['tab'] === 'changes' ? { tab: raw['tab'] } : {}), ...readDiffSearch(raw) };
}
