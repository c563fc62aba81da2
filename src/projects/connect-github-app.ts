import type { CodeHosts } from '../codehost/code-hosts.ts';
import type { AppForm, HostApps } from '../codehost/host-app.ts';
import { credentialSecretPrefix } from '../contract/code-host.ts';
import { newAppSchema, type ConnectedApp } from '../contract/github-app.ts';
import type { Project } from '../contract/project.ts';
import { AppError, remedyAt, type Entrance } from '../kernel/app-error.ts';
import { duration } from '../kernel/clock.ts';
import { GithubAppConnected, GithubAppStateUnknown } from './errors.ts';
import type { GithubAppStore } from './github-app-store.ts';
import { parseInput } from './parse-input.ts';
import type { ProjectStore } from './project-store.ts';

/** Paths of this server; only a browser that holds the state gets anything there. */
export const githubAppPaths = {
  form: '/github-app/new',
  created: '/github-app/created',
  webhook: '/v1/webhooks/github',
} as const;

/** Of GitHub, while a person waits. */
const patience = 20 * duration.second;

/** The GitHub App of this server, for projects without a token. */
export interface GithubAppConnection {
  /**
   * The URL at which a person's browser goes on, once and within an hour. `actor` goes into the audit log. Throws
   * `InvalidRequest`, `GithubAppConnected`.
   */
  begin(wanted: { organization?: string | undefined; actor: string }): Promise<string>;
  /** What that browser sends to GitHub. Throws `GithubAppStateUnknown`. */
  form(state: string): Promise<AppForm>;
  /** Stores the App, and returns where it is installed. Throws `GithubAppStateUnknown` and what `HostApps.exchange` throws. */
  finish(returned: { state: string; code: string }): Promise<string>;
  /** Undefined if none is connected. Asks GitHub. */
  describe(entrance: Entrance): Promise<ConnectedApp | undefined>;
  /** The App stays on GitHub. False if none was connected. */
  disconnect(actor: string): Promise<boolean>;
  /** Its secrets, which no change may publish. */
  secrets(): Promise<string[]>;
  /** With which GitHub signs its webhooks. */
  webhookSecret(): Promise<string | undefined>;
}

export function createGithubAppConnection({
  store,
  projects,
  codeHosts,
  publicUrl,
}: {
  store: GithubAppStore;
  projects: Pick<ProjectStore, 'list' | 'secretNames'>;
  codeHosts: Pick<CodeHosts, 'github'>;
  publicUrl: string;
}): GithubAppConnection {
  const openApps = async (): Promise<HostApps> => {
    const apps = await codeHosts.github.apps?.();
    if (apps === undefined) throw new Error('GitHub has Apps');
    return apps;
  };
  const usesApp = async ({ id, codeHost, repositoryUrl }: Project): Promise<boolean> => {
    if (codeHost !== 'github' || codeHosts.github.hasServerCredentials(repositoryUrl)) return false;
    return !(await projects.secretNames(id)).some((name) => name.startsWith(credentialSecretPrefix));
  };
  return {
    async begin({ actor, ...input }) {
      const { organization } = parseInput(newAppSchema, input);
      const connected = await store.read();
      if (connected !== undefined) throw new GithubAppConnected(connected.name);
      const state = await store.begin({ organization, actor });
      return `${publicUrl}${githubAppPaths.form}?state=${state}`;
    },
    async form(state) {
      const pending = await store.find(state);
      if (pending === undefined) throw new GithubAppStateUnknown();
      const paths = { returnPath: githubAppPaths.created, webhookPath: githubAppPaths.webhook };
      return (await openApps()).form({ ...paths, publicUrl, organization: pending.organization, state });
    },
    async finish({ state, code }) {
      const pending = await store.take(state);
      if (pending === undefined) throw new GithubAppStateUnknown();
      const apps = await openApps();
      const app = await apps.exchange(code, AbortSignal.timeout(patience));
      await store.connect(app, pending.actor);
      return apps.installUrl(app);
    },
    async describe(entrance) {
      const app = await store.read();
      if (app === undefined) return undefined;
      const apps = await openApps();
      const { name, owner, url } = app;
      const using: ConnectedApp['projects'] = [];
      for (const project of await projects.list())
        if (await usesApp(project)) using.push({ id: project.id, name: project.name });
      const shown = { name, owner, url, installUrl: apps.installUrl(app), projects: using };
      try {
        const signal = AbortSignal.timeout(patience);
        const installations = await apps.installations(app, signal);
        const webhookUrl = app.webhookSecret === null ? undefined : await apps.webhookUrl(app, signal);
        const isHere = webhookUrl === publicUrl + githubAppPaths.webhook;
        return { ...shown, installations, webhook: isHere ? 'here' : webhookUrl ? 'elsewhere' : 'none', problem: null };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const problem = { message: error.message, remedy: remedyAt(entrance, error.facts) };
        return { ...shown, installations: [], webhook: 'none', problem };
      }
    },
    disconnect: (actor) => store.disconnect(actor),
    async secrets() {
      const app = await store.read();
      return app === undefined ? [] : [app.privateKey, app.webhookSecret ?? ''].filter((secret) => secret !== '');
    },
    async webhookSecret() {
      const app = await store.read();
      if (app === undefined || app.webhookSecret === null) return undefined;
      // The former server could tell of any repository and any person of the new one.
      return (await openApps()).isOwn(app) ? app.webhookSecret : undefined;
    },
  };
}
