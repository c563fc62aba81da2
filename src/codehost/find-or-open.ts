import type { PullRequest } from './code-host.ts';
import { CodeHostUnavailable } from './errors.ts';

/** The host says that the branch already has an open pull request. */
export class AlreadyOpen extends Error {
  override readonly name = 'AlreadyOpen';
}

const attempts = 3;

/** Finds a pull request or opens it. Retries find what a lost answer or a concurrent request has opened. */
export async function findOrOpen<Pull>({
  find,
  refresh,
  open,
  afterConflict = find,
}: {
  readonly find: () => Promise<Pull | undefined>;
  /** Updates an existing pull request. */
  readonly refresh: (pull: Pull) => Promise<PullRequest>;
  /** Throws `AlreadyOpen`. */
  readonly open: () => Promise<PullRequest>;
  /** Used after `AlreadyOpen`, if `find` can miss pull requests. */
  readonly afterConflict?: () => Promise<Pull | undefined>;
}): Promise<PullRequest> {
  let search = find;
  for (let attempt = 1; ; attempt += 1) {
    const existing = await search();
    if (existing !== undefined) return refresh(existing);
    try {
      return await open();
    } catch (error) {
      if (error instanceof AlreadyOpen) search = afterConflict;
      else if (!(error instanceof CodeHostUnavailable)) throw error;
      if (attempt === attempts) throw error;
    }
  }
}

/** For hosts where simultaneous requests open several. The oldest stays; each request closes its own newer one. */
export async function keepOldest(
  opened: PullRequest,
  {
    findOldest,
    close,
  }: { readonly findOldest: () => Promise<PullRequest | undefined>; readonly close: () => Promise<void> },
): Promise<PullRequest> {
  const oldest = await findOldest();
  if (oldest === undefined || oldest.number >= opened.number || oldest.state !== 'open') return opened;
  await close();
  return oldest;
}
