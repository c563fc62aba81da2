import createClient from 'openapi-fetch';
import { basePath } from './base-path.ts';
import { problemOf, unreachable } from './api-problem.ts';
import type { paths as DashboardPaths } from './dashboard-api.generated.ts';
import { linkHeaders } from './link-token.ts';
import type { paths as PublicPaths } from './public-api.generated.ts';

/** Tells the server that a change was made here and not by a form of another site. */
const headers = { 'x-docwright-dashboard': '1' };

/** What only the dashboard may do: accounts, projects, keys. */
export const dashboardApi = createClient<DashboardPaths>({ baseUrl: basePath, headers });

/** The same endpoints that keys use: jobs and analytics. */
export const publicApi = createClient<PublicPaths, 'application/json'>({ baseUrl: basePath, headers });
publicApi.use({
  onRequest: ({ request }) => {
    for (const [name, value] of Object.entries(linkHeaders())) request.headers.set(name, value);
  },
});

/** The body of a success; throws `ApiProblem` for everything else. */
export async function answerOf<Body>(
  call: Promise<{ data?: Body; error?: unknown; response: Response }>,
): Promise<NonNullable<Body>> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw unreachable(cause);
  });
  if (!response.ok) throw problemOf(error, response);
  // eslint-disable-next-line @typescript-eslint/no-non-null-assertion -- undefined only for a 204, whose type has no body
  return data!;
}
