import { AppError, defineError, type ErrorFacts } from '../kernel/app-error.ts';

/** What RFC 6749, 7009, 7591 and 8707 call it. */
export type OAuthFault =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'access_denied';

/** Its answer to a client is JSON as RFC 6749 wants it. */
export class OAuthRefused extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'oauth_refused',
    status: 400,
    title: 'OAuth request refused',
    remedy: 'Connect again from the client, so that it registers and asks anew.',
    retryable: false,
  };
  readonly fault: OAuthFault;
  constructor(fault: OAuthFault, message: string) {
    super(OAuthRefused.facts, message);
    this.fault = fault;
  }
}

export const GrantNotFound = defineError(
  {
    code: 'grant_not_found',
    status: 404,
    title: 'Unknown client access',
    remedy: 'It may have ended already. Reload the list of connected clients.',
  },
  (id: string) => `You can end no client access ${JSON.stringify(id.slice(0, 64))}.`,
);
