import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DeclaredRedirects, FindRedirects } from '../../contract/declared-redirects.ts';
import type { Check } from '../../../check/src/check.ts';
import { createFolderTree } from '../../../check/src/check.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { FindBase } from './find-base.ts';

/** Longest that an answer waits for a look at the repository; the look goes on, for the next one. */
const patience = 2 * duration.second;
/** A look may clone the repository. */
const longestLook = 5 * duration.minute;
/** How long what was found, or that nothing could be, is taken for what holds. */
const freshFor = duration.minute;
const mostProjects = 500;

interface Known {
  /** Commit, repository and folder that it was read from; undefined where it could not be. */
  readonly origin: string | undefined;
  readonly redirects: DeclaredRedirects | undefined;
  readonly at: number;
}

export interface RedirectsOfRepositories {
  readonly find: FindRedirects;
  /** Ends looks under way. */
  stop(): Promise<void>;
}

/** Reads the redirects of each commit once, apart from this process, from a working copy of its own. */
export function createFindRedirects({
  findBase,
  docsCheck,
  clock,
  logger,
}: {
  readonly findBase: FindBase;
  readonly docsCheck: Pick<Check, 'readRedirects'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): RedirectsOfRepositories {
  const cache = new LRUCache<string, Known>({ max: mostProjects });
  const looks = new Map<string, Promise<Known>>();
  const ending = new AbortController();

  const look = async (projectId: string): Promise<Known> => {
    const before = cache.get(projectId);
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestLook)]);
    try {
      const { project, facts, open } = await findBase(projectId, signal);
      const { docsFolder, repositoryUrl } = project;
      const origin = JSON.stringify([facts.baseSha, repositoryUrl, docsFolder]);
      if (before?.origin === origin) return { ...before, at: clock.now() };
      return await open(async ({ root }) => {
        const tree = createFolderTree(root);
        return { origin, redirects: await docsCheck.readRedirects({ tree, docsFolder, signal }), at: clock.now() };
      });
    } catch (error) {
      logger.debug({ project: projectId, error }, 'the redirects of a repository could not be read');
      return { origin: undefined, redirects: undefined, at: clock.now() };
    }
  };
  const lookOnce = (projectId: string): Promise<Known> => {
    const begun = looks.get(projectId);
    if (begun !== undefined) return begun;
    const looking = look(projectId).then((entry) => {
      cache.set(projectId, entry);
      looks.delete(projectId);
      return entry;
    });
    looks.set(projectId, looking);
    return looking;
  };

  return {
    async find(projectId) {
      const before = cache.get(projectId);
      if (before !== undefined && clock.now() - before.at < freshFor) return before.redirects;
      const waiting = new AbortController();
      const late = sleep(patience, before, { signal: waiting.signal, ref: false }).catch(() => undefined);
      const entry = await Promise.race([lookOnce(projectId), late]);
      waiting.abort();
      return entry?.redirects;
    },
    async stop() {
      ending.abort();
      await Promise.all(looks.values());
    },
  };
}
