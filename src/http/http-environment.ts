import type { Principal } from './authenticator.ts';

/** What middleware leaves on the request for handlers. */
export interface HttpEnvironment {
  Variables: {
    requestId: string;
    /** The caller's address, seen through configured proxies only; undefined when there is no socket (tests). */
    clientAddress: string | undefined;
    /** A forwarding header that somebody sent who is no configured proxy. */
    ignoredAddressHeader: string | undefined;
    principal: Principal;
    /** Whether the caller of a long answer may still read it: the key, session and membership as they are now. */
    mayStillRead: () => Promise<boolean>;
    /**
     * Ends an answer whose beginning has been sent, for a fault that came too late for an error: logs it and cuts the
     * connection, so that nobody takes the beginning for the whole. Throws the fault where there is no connection.
     */
    breakOff: (fault: unknown) => void;
  };
}
