import type { Logger } from '../../kernel/logger.ts';
import { createTrafficClassifier, type TrafficClassifier } from './classify.ts';
import { refreshRanges, withRefreshedRanges, type RefreshRangesOptions } from './refresh-ranges.ts';

/** A classifier in use, and what brings its address ranges up to date beneath it. */
export interface RefreshedClassifier {
  readonly classifier: TrafficClassifier;
  /** Fetches the operators' lists, logs what became of them, and classifies with the good ones from then on. */
  readonly refresh: () => Promise<void>;
}

/**
 * Classifies with the last good copies in the directory from the start. `signal` ends fetches under way, so that a
 * publisher who does not answer holds no shutdown.
 */
export async function createRefreshedClassifier({
  signal,
  logger,
  ...options
}: RefreshRangesOptions & { readonly signal: AbortSignal; readonly logger: Logger }): Promise<RefreshedClassifier> {
  const { catalogue, directory } = options;
  const fetchUnlessStopped: typeof fetch = (url, init) =>
    options.fetch(url, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  let current = createTrafficClassifier(await withRefreshedRanges(catalogue, directory));
  return {
    classifier: {
      catalogueVersion: catalogue.version,
      classify: (evidence) => current.classify(evidence),
      decide: (reading, evidence) => current.decide(reading, evidence),
      readUserAgent: (userAgent) => current.readUserAgent(userAgent),
    },
    async refresh() {
      const lists = await refreshRanges({ ...options, fetch: fetchUnlessStopped });
      if (signal.aborted) return;
      const refreshed = lists.filter(({ outcome }) => outcome === 'refreshed').length;
      const keptLists = lists.filter((list) => list.outcome === 'kept');
      current = createTrafficClassifier(await withRefreshedRanges(catalogue, directory));
      logger.info({ refreshed, kept: keptLists }, 'address ranges refreshed');
    },
  };
}
