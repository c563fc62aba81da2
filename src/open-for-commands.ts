import type { Accounts } from './accounts/accounts.ts';
import type { Analytics } from './analytics/analytics.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './kernel/logger.ts';
import type { Doctor } from './doctor/doctor.ts';
import { once } from './kernel/once.ts';
import type { LostPart } from './open-data.ts';
import { keySourcesOf } from './open-data.ts';
import { openProjects } from './open-projects.ts';
import type { Projects } from './projects/projects.ts';
import type { RotatedKey } from './projects/rotate-master-key.ts';
import type { TrustedTime } from './trusted-time/trusted-time.ts';

/** What commands work with on the data directory; all but projects is loaded and opened by the first that asks. */
export interface OpenForCommands {
  readonly projects: Projects;
  /** Yields what it did. Throws `NextMasterKeyMissing`. */
  rotateMasterKey(actor: string): AsyncGenerator<string, RotatedKey>;
  readonly trustedTime: Pick<TrustedTime, 'read' | 'accept'>;
  readonly accounts: () => Promise<Accounts>;
  readonly analytics: () => Promise<Analytics>;
  readonly doctor: () => Promise<Doctor>;
  close(): Promise<void>;
}

/** The program without what only a server needs: a command waits for every module that it loads. */
export async function openForCommands({
  config,
  publicUrl,
  logger,
  lost,
}: {
  config: Config;
  publicUrl: string;
  logger: Logger;
  lost: LostPart | undefined;
}): Promise<OpenForCommands> {
  const { ground, projects, visits, close } = await openProjects({ config, publicUrl, logger, lost });
  const analytics = once(async () => {
    const { createAnalytics } = await import('./analytics/analytics.ts');
    return createAnalytics({
      ...ground,
      projects,
      visits: (await visits()).store,
      ...config.lookUps,
      // Repositories are for the agent to read, and no command lists missing pages by itself.
      repositories: { findRedirects: () => Promise.resolve(undefined), findMerges: () => Promise.resolve([]) },
      draining: new AbortController().signal,
    });
  });
  return {
    projects,
    trustedTime: ground.trustedTime,
    async *rotateMasterKey(actor) {
      const { rotateMasterKey } = await import('./projects/rotate-master-key.ts');
      return yield* rotateMasterKey({ ...ground, ...keySourcesOf(config), actor });
    },
    analytics,
    async doctor() {
      const [{ createDoctor }, { createModels, createResolveModel }] = await Promise.all([
        import('./doctor/doctor.ts'),
        import('./model/create-models.ts'),
      ]);
      const { beginRead, readArrivals } = await analytics();
      const resolveModel = createResolveModel({ models: createModels({ config: config.models }), projects });
      return createDoctor({ ...ground, config, visits, projects, resolveModel, beginRead, readArrivals });
    },
    accounts: once(async () => {
      const { createAccounts } = await import('./accounts/accounts.ts');
      return createAccounts({ ...ground, signIn: config.signIn });
    }),
    close,
  };
}
