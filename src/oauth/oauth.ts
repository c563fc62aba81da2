import { grantScopeSchema } from '../contract/oauth.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import type { Clock, DeletionTime } from '../kernel/clock.ts';
import { createAuthorization, type Authorization } from './authorization.ts';
import type { ReadDocument } from './client-documents.ts';
import { createClients } from './clients.ts';
import { createGrants, type Grants } from './grants.ts';
import { addOAuthRoutes } from './oauth-routes.ts';

/** The authorization server of `/mcp`: members grant clients access to a project, as OAuth 2.1 and MCP have it. */
export interface OAuth {
  readonly authorization: Authorization;
  readonly grants: Pick<Grants, 'authenticate' | 'list' | 'end'>;
  /** `WWW-Authenticate` of `/mcp`, by which a client finds its way here; it asks for these scopes, or for all. */
  challenge(fault?: 'invalid_token' | 'insufficient_scope', scopes?: readonly string[]): string;
  addRoutes(app: HttpApp): void;
}

export function createOAuth(options: {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly deletionTime: DeletionTime;
  /** It is the issuer, too. */
  readonly publicUrl: string;
  /** Whether clients may name themselves by the address of their document, which is fetched. */
  readonly clientDocuments: boolean;
  readonly readDocument?: ReadDocument;
}): OAuth {
  const { publicUrl } = options;
  const resource = `${publicUrl}/mcp`;
  const clients = createClients(options);
  const grants = createGrants({ ...options, resource });
  return {
    authorization: createAuthorization({ clients, grants, issuer: publicUrl, resource }),
    grants,
    challenge(fault, scopes = grantScopeSchema.options) {
      const scope = scopes.join(' ');
      const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
      const parts = { ...(fault && { error: fault }), resource_metadata: metadata, scope };
      return `Bearer ${Object.entries(parts)
        .map(([name, value]) => `${name}="${value}"`)
        .join(', ')}`;
    },
    addRoutes(app) {
      addOAuthRoutes(app, { ...options, clients, grants, resource });
    },
  };
}
