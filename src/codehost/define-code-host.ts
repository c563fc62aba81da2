import type { z } from 'zod';
import {
  codeHostCredentials,
  credentialSecretName,
  type CodeHostCredentials,
  type CodeHostKind,
} from '../contract/code-host.ts';
import type { CodeHost } from './code-host.ts';
import { CredentialsIncomplete } from './errors.ts';
import type { HostApps } from './host-app.ts';
import type { WebhookReader } from './webhook.ts';

/** All facts about one kind of code host, except the schema of its credentials. */
export interface CodeHostEntry<Kind extends CodeHostKind = CodeHostKind> {
  readonly kind: Kind;
  /** Its name, for people. */
  readonly label: string;
  /** What choosing it means, in a sentence or two. */
  readonly about: string;
  /** Why the dashboard cannot connect repositories of this kind, and the remedy; undefined if it can. */
  readonly unavailable: string | undefined;
  /** Label and example of a repository's address, in forms and help. */
  readonly address: { readonly label: string; readonly example: string };
  /** Project secrets that hold its credentials. */
  readonly secrets: readonly { field: string; secret: string; label: string; hint: string }[];
  /** A repository as people see it: its `name`, and the `place` to push to and pull from. */
  describeAddress(url: string): { readonly name: string; readonly place: string };
  /** Whether the address alone shows that it is of this kind. */
  recognises(address: string): boolean;
  /** Asks the server of an address, without credentials, whether it is of this kind. Absent if only settings can name such servers. */
  readonly detect?: (address: string, signal: AbortSignal) => Promise<boolean>;
  /** The server that gets the credentials for an address. Throws `RepositoryAddressInvalid`. */
  serverOf(address: string): string;
  /** Whether a repository on this server still exists; always true for other hosts. */
  isKept(url: string): boolean;
  /** Page to edit a file, or without `path` to add one; null on a host without such pages. */
  editPage(place: { webUrl: string; branch: string; path: string | undefined }): string | null;
  /**
   * Makes the named repository usable, and may create one called `name`. Throws what is wrong with the address. `undo`
   * removes only what it created.
   */
  prepare(source: { address: string; name: string }): Promise<{ url: string; undo: () => Promise<void> }>;
  /** Reads its webhooks; absent on a host that sends none. */
  readonly webhook?: () => Promise<WebhookReader>;
  /** Absent on a host without Apps. */
  readonly apps?: () => Promise<HostApps>;
  /** Whether projects without credentials of their own use the server's. */
  hasServerCredentials(repositoryUrl: string): boolean;
  /**
   * `secrets` are the project's, by name. Without credentials among them, the server's own are used. Throws
   * `CredentialsIncomplete` if they are incomplete or invalid: a project never uses the server's credentials by accident.
   */
  open(connection: {
    projectId: string;
    /** Every repository that is opened must be on its server. */
    repositoryUrl: string;
    secrets: Readonly<Record<string, string | undefined>>;
  }): Promise<CodeHost>;
}

/** Input of `defineCodeHost`. `Kind` makes the type checker ask for every field of its credentials. */
export interface CodeHostDefinition<Kind extends CodeHostKind> extends Omit<
  CodeHostEntry<Kind>,
  'secrets' | 'hasServerCredentials' | 'open'
> {
  readonly credentials: {
    readonly [Field in keyof CodeHostCredentials<Kind>]: { readonly label: string; readonly hint: string };
  };
  /** From the server's settings, for projects without their own. */
  readonly serverCredentials: (repositoryUrl: string) => CodeHostCredentials<Kind> | undefined;
  readonly open: (connection: {
    projectId: string;
    repositoryUrl: string;
    credentials: CodeHostCredentials<Kind> | undefined;
  }) => Promise<CodeHost>;
}

export function defineCodeHost<Kind extends CodeHostKind>(definition: CodeHostDefinition<Kind>): CodeHostEntry<Kind> {
  const { credentials, serverCredentials, open, ...entry } = definition;
  const fields = Object.entries<{ label: string; hint: string }>(credentials);
  const schema: z.ZodType = codeHostCredentials[definition.kind];
  return {
    ...entry,
    secrets: fields.map(([field, text]) => ({ field, secret: credentialSecretName(field), ...text })),
    hasServerCredentials: (repositoryUrl) => serverCredentials(repositoryUrl) !== undefined,
    async open({ projectId, repositoryUrl, secrets }) {
      const stored = Object.fromEntries(
        fields.flatMap(([field]) => {
          const value = secrets[credentialSecretName(field)];
          return value === undefined ? [] : [[field, value]];
        }),
      );
      if (Object.keys(stored).length === 0)
        return open({ projectId, repositoryUrl, credentials: serverCredentials(repositoryUrl) });
      const storedCredentials = schema.safeParse(stored);
      if (!storedCredentials.success) throw new CredentialsIncomplete(entry.label, Object.keys(credentials));
      return open({ projectId, repositoryUrl, credentials: storedCredentials.data as CodeHostCredentials<Kind> });
    },
  };
}
