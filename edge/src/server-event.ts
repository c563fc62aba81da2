import { clientAddress, type AddressOptions } from './client-address.ts';
import type { PageRequest } from './page-request.ts';

/** One element of the body of `POST /v1/ingest/{projectId}/events`; the schema is the server's `ServerEvent`. */
export interface ServerEvent {
  id: string;
  /** Milliseconds since 1970. */
  timestamp: number;
  url?: string;
  path?: string;
  method: string;
  status: number;
  ip?: string;
  userAgent?: string;
  accept?: string;
  contentType?: string;
  referrer?: string;
  headers: Record<string, string>;
  headersComplete: true;
  signedBy?: string;
  visitorId?: string;
  userId?: string;
  country?: string;
}

/** The site's own knowledge of the reader: the id of a signed-in user, or of an anonymous visitor. */
export interface Identity {
  userId?: string | undefined;
  visitorId?: string | undefined;
}

/** The headers that tell programs from people. No cookie, no authorization, no language. */
const recordedHeaders = [
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'signature',
  'signature-input',
  'signature-agent',
  'traceparent',
];
/** Longest value that the server takes. */
const longest = 2048;

/**
 * Describes an answered request. The query string stays here: it can hold a reader's secrets, and no page is told apart
 * by it.
 */
export function createServerEvent(
  page: PageRequest,
  options: AddressOptions & { timestamp: number; signedBy?: string | undefined; identity?: Identity | undefined },
): ServerEvent {
  const headers: Record<string, string> = {};
  for (const name of recordedHeaders) {
    const value = page.header(name);
    if (value) headers[name] = value.slice(0, longest);
  }
  const address = page.url.replace(/[?#].*/s, '');
  const optional = {
    [address.startsWith('/') ? 'path' : 'url']: address,
    ip: clientAddress(page, options),
    userAgent: page.header('user-agent')?.slice(0, longest),
    accept: page.header('accept')?.slice(0, longest),
    contentType: page.contentType?.slice(0, 256),
    referrer: page.header('referer')?.slice(0, longest),
    signedBy: options.signedBy,
    country: page.country && /^[A-Z]{2}$/.test(page.country) ? page.country : undefined,
    visitorId: options.identity?.visitorId,
    userId: options.identity?.userId,
  };
  return {
    id: crypto.randomUUID(),
    timestamp: options.timestamp,
    method: page.method,
    status: page.status,
    headers,
    headersComplete: true,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value)),
  };
}
