import { createCodeHosts, type CodeHosts } from './codehost/code-hosts.ts';
import type { Config } from './config/config.ts';
import type { BackgroundFailures } from './db/background-failures.ts';
import { openSqliteDatabase } from './db/open-database.ts';
import type { MainDatabase } from './db/main-database.ts';
import { systemClock as clock, type Clock, type DeletionTime } from './kernel/clock.ts';
import type { Logger } from './kernel/logger.ts';
import type { SecretBox } from './kernel/secret-box.ts';
import { openData, type LostPart, type OpenData } from './open-data.ts';
import { createGithubAppStore, createProjects, type Projects } from './projects/projects.ts';
import { createTrustedTime, type TrustedTime } from './trusted-time/trusted-time.ts';
import { createBubblewrapSandbox } from './sandbox/bubblewrap/bubblewrap-sandbox.ts';
import type { Sandbox } from './sandbox/sandbox.ts';

/** What every feature stands on. */
export interface Ground extends MainDatabase {
  readonly clock: Clock;
  readonly trustedTime: TrustedTime;
  readonly deletionTime: DeletionTime;
  /** Results of background work. */
  readonly work: BackgroundFailures;
  readonly logger: Logger;
  readonly secretBox: SecretBox;
  readonly dataDirectory: string;
  readonly sandbox: Sandbox;
  readonly publicUrl: string;
}

export interface OpenProjects {
  readonly ground: Ground;
  readonly codeHosts: CodeHosts;
  readonly projects: Projects;
  readonly visits: OpenData['visits'];
  /** Where people look at a repository that is kept on this server. */
  readonly localRepositoryUrl: (projectId: string) => string;
  /** Closes all that was opened. */
  readonly close: () => Promise<void>;
}

/** Opens the data directory with the projects in it, which the server and every command on it begin with. */
export async function openProjects({
  config,
  publicUrl,
  logger,
  openDatabase = openSqliteDatabase,
  lost,
}: {
  config: Config;
  publicUrl: string;
  logger: Logger;
  openDatabase?: typeof openSqliteDatabase | undefined;
  lost: LostPart | undefined;
}): Promise<OpenProjects> {
  const { dataDir: dataDirectory, isOneOfSeveral } = config;
  const opened = await openData({ config, clock, logger, openDatabase, lost });
  const { main, secretBox, work, visits, close: closeData } = opened;
  const sandbox = createBubblewrapSandbox({ folders: config.buildFolders, hidden: [dataDirectory] });
  const visitsTime = async () => (await (await visits()).serverTime?.()) ?? clock.now();
  const witnesses = [main.serverTime, config.clickhouse && visitsTime].filter((witness) => witness !== undefined);
  const trustedTime = createTrustedTime({ db: main.db, clock, witnesses, logger, work });
  const { deletionTime } = trustedTime;
  const ground = {
    ...main,
    clock,
    trustedTime,
    deletionTime,
    work,
    logger,
    secretBox,
    dataDirectory,
    sandbox,
    publicUrl,
  };
  const localRepositoryUrl = (projectId: string): string => `${publicUrl}/projects/${projectId}/pulls`;
  const local = { dataDirectory, roots: config.localRoots, isOneOfSeveral, clock, pageUrlOf: localRepositoryUrl };
  const { read: readApp } = createGithubAppStore(ground);
  const codeHosts = createCodeHosts({ local, ...config.codeHosts, githubApp: { readApp, clock } });
  const forgetVisits = async (projectId: string) => (await visits()).store.deleteProject(projectId);
  const projects = createProjects({ ...ground, codeHosts, publicUrl, forgetVisits });
  return {
    ground,
    codeHosts,
    projects,
    visits,
    localRepositoryUrl,
    async close() {
      try {
        await projects.keys.flush();
      } finally {
        await closeData();
      }
    },
  };
}
