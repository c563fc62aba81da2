import type { z } from 'zod';
import {
  codeHostCredentials,
  credentialSecretName,
  type CodeHostCredentials,
  type CodeHostKind,
} from '../contract/code-host.ts';
import type { CodeHost } from './code-host.ts';
import { CredentialsIncomplete } from './errors.ts';
import type { WebhookReader } from './webhook.ts';

/** Everything the program wants to know about one kind of code host, apart from what its credentials look like. */
export interface CodeHostEntry<Kind extends CodeHostKind = CodeHostKind> {
  readonly kind: Kind;
  /** What people call it. */
  readonly label: string;
  /** What choosing it means, in a sentence or two. */
  readonly about: string;
  /** Why no repository there can be connected in the dashboard, and what changes it; undefined when it can. */
  readonly unavailable: string | undefined;
  /** What names a repository there, in forms and help. */
  readonly address: { readonly label: string; readonly example: string };
  /** Secrets of a project that it is reached with. */
  readonly secrets: readonly { field: string; secret: string; label: string; hint: string }[];
  /** How people are told where a repository lies: its `name`, and the `place` to push to and pull from. */
  tellAddress(url: string): { readonly name: string; readonly place: string };
  /** Whether an address that a person wrote, saying nothing else, is one of this host. */
  recognises(address: string): boolean;
  /** Whether the server still has what it keeps of a repository itself; always where the host keeps it. */
  isKept(url: string): boolean;
  /** Page on which a person edits a file of a repository, or without `path` adds one; null where the host has none. */
  editPage(place: { webUrl: string; branch: string; path: string | undefined }): string | null;
  /**
   * Makes a repository usable that a person named; `name` is for what has to be made. Throws what is wrong with the
   * address. `undo` takes back what was made, and nothing that was there before.
   */
  prepare(source: { address: string; name: string }): Promise<{ url: string; undo: () => Promise<void> }>;
  /** How it signs and writes webhooks; absent on a host that sends none. */
  readonly webhook?: () => Promise<WebhookReader>;
  /**
   * `secrets` are those of the project, by name; where none of ours is among them, the server's own credentials count.
   * Throws `CredentialsIncomplete` where some are and cannot be used: a project never acts as the server unawares.
   */
  open(connection: { projectId: string; secrets: Readonly<Record<string, string | undefined>> }): Promise<CodeHost>;
}

/** What a kind says of itself; `Kind` makes the type checker ask for every field of its credentials. */
export interface CodeHostDefinition<Kind extends CodeHostKind> extends Omit<CodeHostEntry<Kind>, 'secrets' | 'open'> {
  readonly credentials: {
    readonly [Field in keyof CodeHostCredentials<Kind>]: { readonly label: string; readonly hint: string };
  };
  /** For projects that have none of their own, from the settings of the server. */
  readonly serverCredentials: CodeHostCredentials<Kind> | undefined;
  readonly open: (connection: {
    projectId: string;
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
    async open({ projectId, secrets }) {
      const stored = Object.fromEntries(
        fields.flatMap(([field]) => {
          const value = secrets[credentialSecretName(field)];
          return value === undefined ? [] : [[field, value]];
        }),
      );
      if (Object.keys(stored).length === 0) return open({ projectId, credentials: serverCredentials });
      const storedCredentials = schema.safeParse(stored);
      if (!storedCredentials.success) throw new CredentialsIncomplete(entry.label, Object.keys(credentials));
      return open({ projectId, credentials: storedCredentials.data as CodeHostCredentials<Kind> });
    },
  };
}
