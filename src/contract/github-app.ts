import { z } from '@hono/zod-openapi';

/** A GitHub App that belongs to this server. Kept encrypted: the key and the webhook secret are as good as a token. */
export const githubAppSchema = z.object({
  /** The API it was created on: a key goes to no other server. */
  apiUrl: z.string(),
  id: z.int().positive(),
  slug: z.string(),
  name: z.string(),
  /** Account that owns it. */
  owner: z.string(),
  /** Its public page. */
  url: z.url({ protocol: /^https?$/ }),
  clientId: z.string(),
  /** PEM. */
  privateKey: z.string(),
  webhookSecret: z.string().nullable(),
});
export type GithubApp = z.infer<typeof githubAppSchema>;

/** An account that installed the App. */
export const appInstallationSchema = z
  .object({
    account: z.string(),
    repositories: z.enum(['all', 'selected']).describe('Which of its repositories the App reaches.'),
    suspended: z.boolean(),
    missingPermissions: z.array(z.string()).describe('Permissions that the account has not granted yet.'),
    url: z.string().describe("The installation's settings on GitHub."),
  })
  .openapi('GithubAppInstallation');
export type AppInstallation = z.infer<typeof appInstallationSchema>;

/** What owners see of the App. */
export const connectedAppSchema = z
  .object({
    name: z.string(),
    owner: z.string(),
    url: z.string().describe('Its page on GitHub.'),
    installUrl: z.string().describe('Where it is installed on more repositories.'),
    webhook: z
      .enum(['here', 'elsewhere', 'none'])
      .describe('Where GitHub reports events: to this server, to another address, or nowhere.'),
    installations: z.array(appInstallationSchema),
    problem: z
      .object({ message: z.string(), remedy: z.string() })
      .nullable()
      .describe('Why GitHub did not list the installations.'),
    projects: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('Projects that use it, because neither they nor the server have a token.'),
  })
  .openapi('GithubApp');
export type ConnectedApp = z.infer<typeof connectedAppSchema>;

/** Owner of a new App; undefined means the person's own account. */
export const newAppSchema = z.strictObject({
  organization: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,98}[A-Za-z0-9])?$/, "must be an organization's name, as in its URL")
    .optional(),
});
