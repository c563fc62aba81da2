import type { CodeHostEntry } from '../codehost/define-code-host.ts';
import type { Logger } from '../kernel/logger.ts';

/**
 * Makes the repository usable that a person named, and does `work` with the address to store for it. When the work fails,
 * what was made for it is taken back: no entrance leaves a repository behind that no project uses.
 */
export async function withPreparedRepository<Result>(
  codeHost: CodeHostEntry,
  request: { readonly address: string; readonly name: string },
  logger: Logger,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const { url, undo } = await codeHost.prepare(request);
  try {
    return await work(url);
  } catch (error) {
    await undo().catch((problem: unknown) => {
      logger.error({ repository: url, error: problem }, 'a repository that no project uses could not be removed');
    });
    throw error;
  }
}
