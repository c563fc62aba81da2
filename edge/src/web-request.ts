import type { PageRequest } from './page-request.ts';

/** Describes a Fetch API request. Where the answer is not seen, the page is taken for answered. */
export function webPageRequest(
  request: Pick<Request, 'method' | 'url' | 'headers'>,
  response: Pick<Response, 'status' | 'headers'> | undefined,
  platform: { address?: string | undefined; country?: string | undefined } = {},
): PageRequest {
  return {
    method: request.method,
    url: request.url,
    status: response?.status ?? 200,
    header: (name) => request.headers.get(name) ?? undefined,
    contentType: response?.headers.get('content-type') ?? undefined,
    ...platform,
  };
}
