/** Remembers which of the work that a server does by itself has failed, since nobody waits for its answer. */
export interface BackgroundWork {
  /** `work` completes the sentence "... failed". Never throws. */
  failed(work: string, error: unknown): Promise<void>;
  /** It went well, whether or not it had failed before. Never throws. */
  succeeded(work: string): Promise<void>;
}

/** For tests, and for processes that do none. */
export const unwatchedWork: BackgroundWork = {
  failed: () => Promise.resolve(),
  succeeded: () => Promise.resolve(),
};
