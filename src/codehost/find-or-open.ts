import type { PullRequest } from './code-host.ts';
import { CodeHostUnavailable } from './errors.ts';

/** The host says that there is one from this branch. */
export class AlreadyOpen extends Error {
  override readonly name = 'AlreadyOpen';
}

const attempts = 3;

/** Finds a pull request or opens it; whatever a lost answer or a rival leaves behind, the next round finds it. */
export async function findOrOpen<Pull>({
  find,
  refresh,
  open,
  afterConflict = find,
}: {
  readonly find: () => Promise<Pull | undefined>;
  /** Brings one that is there up to date. */
  readonly refresh: (pull: Pull) => Promise<PullRequest>;
  /** Throws `AlreadyOpen`. */
  readonly open: () => Promise<PullRequest>;
  /** Finds one that `find` did not, although the host says that it is there. */
  readonly afterConflict?: () => Promise<Pull | undefined>;
}): Promise<PullRequest> {
  let look = find;
  for (let attempt = 1; ; attempt += 1) {
    const existing = await look();
    if (existing !== undefined) return refresh(existing);
    try {
      return await open();
    } catch (error) {
      if (error instanceof AlreadyOpen) look = afterConflict;
      else if (!(error instanceof CodeHostUnavailable)) throw error;
      if (attempt === attempts) throw error;
    }
  }
}
