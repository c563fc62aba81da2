import type { AddressOptions } from './client-address.ts';
import type { Drop } from './drop.ts';
import type { PageRequest } from './page-request.ts';
import type { Identity } from './server-event.ts';

export interface RecorderOptions extends AddressOptions {
  /** Base URL of the Docwright server, such as `https://docs-backend.example`. */
  endpoint: string | undefined;
  projectId: string | undefined;
  /** A key with the scope `ingest`. */
  ingestKey: string | undefined;
  /** Replaces the rule by which assets, prefetches and data requests are left out. */
  isPageView?: (page: PageRequest) => boolean;
  /** Tells the site's own id of the reader; without it the server tells readers apart by address and device. */
  identify?: (page: PageRequest) => Identity | undefined;
  /** Checks a Web Bot Auth signature: `createSignatureVerifier` of `@docwright/edge/web-bot-auth`. */
  verifySignature?: (page: PageRequest) => Promise<string | undefined>;
  /** Told of every loss. By default the first loss of each kind is written to the console. */
  onDrop?: (drop: Drop) => void;
  /** Events in one request to the server (100). */
  batchSize?: number;
  /** Milliseconds that an event waits for others (2000; in runtimes that end with the answer 200). */
  linger?: number;
  /** Events that wait or are on their way at most; further ones are dropped (10,000). */
  maxQueue?: number;
  /** Times a batch is offered before it is given up (4). */
  maxAttempts?: number;
  /** Milliseconds that one attempt may take (5000). */
  attemptTimeout?: number;
  /** Milliseconds before the second attempt; doubles with each further one (500). */
  retryDelay?: number;
  fetch?: typeof fetch;
}

/**
 * What keeps the recorder from working, as a sentence. Not thrown: an unset variable must not take the site down.
 */
export function configurationFault({ endpoint, projectId, ingestKey }: RecorderOptions): string | undefined {
  const missing = Object.entries({ endpoint, projectId, ingestKey }).find(([, value]) => !value)?.[0];
  if (missing) return `createRecorder needs ${missing}: nothing is recorded`;
  if (!endpoint || !URL.canParse(endpoint)) return 'the endpoint of createRecorder is not a URL: nothing is recorded';
  return undefined;
}
