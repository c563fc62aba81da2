import createClient from 'openapi-fetch';
import { analyticsOperations, type AnalyticsOperations } from './analytics.ts';
import type { paths } from './api.generated.ts';
import { toDocwrightError } from './errors.ts';
import { createRetryingFetch } from './retrying-fetch.ts';
import { jobOperations, type JobOperations } from './jobs.ts';
import { projectOperations, type ProjectOperations } from './projects.ts';
import { sharingOperations, type SharingOperations } from './sharing.ts';
import { wait } from './wait.ts';
import { weeklyMailOperations, type WeeklyMailOperations } from './weekly-mail.ts';

export interface DocwrightClientOptions {
  /** Where the server is, such as `https://docwright.example.com`. */
  readonly baseUrl: string;
  /** A key as `docwright key create` shows it. Keep it on a server: it must not reach a browser. */
  readonly apiKey: string;
  /** In place of the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How often a request that may be repeated is sent again after a passing failure. Default 2. */
  readonly retries?: number;
}

/** Every operation takes one object of named arguments. All throw `DocwrightError` or `ConnectionFailed`. */
export type DocwrightClient = ProjectOperations &
  JobOperations &
  AnalyticsOperations &
  SharingOperations &
  WeeklyMailOperations;

export function createDocwrightClient(options: DocwrightClientOptions): DocwrightClient {
  const { baseUrl, apiKey, retries = 2, fetch = globalThis.fetch } = options;
  const retryingFetch = createRetryingFetch({ fetch: (request) => fetch(request), retries, wait });
  const api = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: async (request) => refusePage(await retryingFetch(request)),
  });
  return {
    ...projectOperations(api),
    ...jobOperations(api),
    ...analyticsOperations(api),
    ...sharingOperations(api),
    ...weeklyMailOperations(api),
  };
}

/** Web applications and sign-in pages answer every address with a page; no operation of ours does. */
function refusePage(response: Response): Response {
  if (response.headers.get('content-type')?.startsWith('text/html') === true)
    throw toDocwrightError(response, undefined);
  return response;
}
