/** Records failures of background work, whose result nobody waits for. */
export interface BackgroundWork {
  /** `work` completes the sentence "... failed". Never throws. */
  failed(work: string, error: unknown): Promise<void>;
  /** Call after every success. Never throws. */
  succeeded(work: string): Promise<void>;
}

/** Records nothing: for tests, and for processes without background work. */
export const unwatchedWork: BackgroundWork = {
  failed: () => Promise.resolve(),
  succeeded: () => Promise.resolve(),
};
