import type { AppInstallation, GithubApp } from '../contract/github-app.ts';

/** A form that a person's browser sends to the code host, to create an App for this server. */
export interface AppForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Its name there, and what it may do, for the person who sends it. */
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Apps of a code host: the server reaches repositories under a name of its own, with tokens that live an hour. */
export interface HostApps {
  form(wanted: {
    /** Base URL of this server, without a slash at the end. */
    readonly publicUrl: string;
    /** Path to which the code host sends the browser back with a code. */
    readonly returnPath: string;
    readonly webhookPath: string;
    /** Owner of the App; undefined means the person. */
    readonly organization: string | undefined;
    readonly state: string;
  }): AppForm;
  /** Throws `GithubAppCodeRefused`. */
  exchange(code: string, signal: AbortSignal): Promise<GithubApp>;
  /** Whether it belongs to the server that the settings name now: no other one is believed. */
  isOwn(app: Pick<GithubApp, 'apiUrl'>): boolean;
  /** Where a person installs it on repositories. */
  installUrl(app: Pick<GithubApp, 'url'>): string;
  /** Throws `GithubAppKeyRefused`, `GithubAppClockWrong`. */
  installations(app: GithubApp, signal: AbortSignal): Promise<AppInstallation[]>;
  /** Where the code host sends its events; undefined means nowhere. Throws the same. */
  webhookUrl(app: GithubApp, signal: AbortSignal): Promise<string | undefined>;
}
