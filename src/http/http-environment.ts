import type { Principal } from './authenticator.ts';

/** What middleware leaves on the request for handlers. */
export interface HttpEnvironment {
  Variables: {
    requestId: string;
    /** The caller's address, seen through configured proxies only; undefined when there is no socket (tests). */
    clientAddress: string | undefined;
    principal: Principal;
  };
}
