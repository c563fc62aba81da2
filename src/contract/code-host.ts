import { z } from '@hono/zod-openapi';

export const codeHostSecretSchema = z.string().trim().min(1).max(10_000);

/** One that is sent as a header. What no header may hold is refused here: HTTP clients quote it in what they throw. */
export const headerTokenSchema = codeHostSecretSchema.regex(
  /^[\x21-\x7E]*$/,
  'must be one ASCII word without spaces or line breaks; copy it again',
);

/**
 * What a repository on each kind of code host is reached with; here a kind begins. Every field is kept as a secret of the
 * project, under the name that `credentialSecretName` gives it.
 */
export const codeHostCredentials = {
  local: z.strictObject({}),
  github: z.strictObject({ token: headerTokenSchema }),
  gitlab: z.strictObject({ token: headerTokenSchema }),
  gitea: z.strictObject({ token: headerTokenSchema }),
  bitbucket: z.strictObject({
    token: headerTokenSchema.refine((token) => !token.startsWith('ATATT'), {
      error: 'is an API token: put the email of its Atlassian account before it, as in ada@example.com:ATATT…',
    }),
  }),
  azure: z.strictObject({ token: headerTokenSchema }),
};

export type CodeHostKind = keyof typeof codeHostCredentials;

/** The credentials of one kind; without saying which, the union over all kinds. */
export type CodeHostCredentials<Kind extends CodeHostKind = CodeHostKind> = {
  [Each in Kind]: z.infer<(typeof codeHostCredentials)[Each]>;
}[Kind];

export const codeHostKindSchema = z.keyof(z.object(codeHostCredentials));

/** In names of options and secrets: `token` is `token`, `appId` would be `app-id`. */
export function credentialName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `token` is kept as `code-host-token`. */
export function credentialSecretName(field: string): string {
  return `${credentialSecretPrefix}${credentialName(field)}`;
}

/** What the names of all secrets begin with that are credentials for the code host. */
export const credentialSecretPrefix = 'code-host-';

/** One kind of code host as forms and help show it. */
export const codeHostSchema = z
  .object({
    kind: codeHostKindSchema,
    label: z.string().describe('Display name.'),
    about: z.string().describe('What choosing it means.'),
    unavailable: z
      .string()
      .nullable()
      .describe('Why the dashboard cannot connect repositories there, and how to change that. Null if it can.'),
    address: z.object({ label: z.string(), example: z.string() }).describe('How to name a repository there.'),
    credentials: z
      .array(z.object({ field: z.string(), secret: z.string(), label: z.string(), hint: z.string() }))
      .describe('Credential fields, and the secret that stores each. Empty if none are needed.'),
  })
  .openapi('CodeHost');
