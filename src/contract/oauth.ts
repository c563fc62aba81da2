import { z } from '@hono/zod-openapi';
import { scopeSchema } from './scope.ts';

/** What a client can be granted: what the tools of `/mcp` need. */
export const grantScopeSchema = scopeSchema.extract(['analytics:read', 'agent:read', 'agent:write']);
export type GrantScope = z.infer<typeof grantScopeSchema>;

/** What a client says of itself (RFC 7591), in its own document or when it registers. Unknown members are ignored. */
export const clientMetadataSchema = z.object({
  client_name: z.string().max(1_000).nullish(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(20),
  token_endpoint_auth_method: z.string().max(100).nullish(),
});
export type ClientMetadata = z.infer<typeof clientMetadataSchema>;

/** An authorization request as it came: the query of the address, in base64url, which nothing on the way rewrites. */
export const authorizationRequestSchema = z
  .string()
  .max(8_000)
  .regex(/^[\w-]+$/, 'must be the query of an authorization request in base64url');

/** Who asks for what, for the person who decides. Names come from the client. */
export const consentSchema = z
  .object({
    client: z.object({
      name: z.string().describe('As the client calls itself. Nobody verified it.'),
      document: z
        .string()
        .nullable()
        .describe('Address of the document of the client, without `https://`. Null if it registered itself.'),
    }),
    returnsTo: z.string().describe('Host, or scheme of an application, that gets the answer.'),
    isLocal: z.boolean().describe('Whether any program on the computer of the person can get the answer.'),
    scopes: z.array(grantScopeSchema).describe('What the client asks for and the member may grant.'),
    refusal: z
      .object({ message: z.string(), url: z.string().describe('Tells the client.') })
      .nullable()
      .describe('Why this request cannot be granted.'),
  })
  .openapi('Consent');
export type Consent = z.infer<typeof consentSchema>;

export const decisionSchema = z.strictObject({
  request: authorizationRequestSchema,
  grant: z
    .strictObject({ projectId: z.string(), scopes: z.array(grantScopeSchema).min(1) })
    .nullable()
    .describe('Null to deny.'),
});

/** Access of a client, in the name of a member, to one project. */
export const grantSchema = z
  .object({
    id: z.string(),
    projectId: z.string(),
    client: consentSchema.shape.client,
    memberId: z.string(),
    scopes: z.array(grantScopeSchema),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('Rounded to the minute.'),
    expiresAt: z.iso.datetime().describe('Later with each use.'),
  })
  .openapi('Grant');
export type Grant = z.infer<typeof grantSchema>;
