import type { HttpApp } from '../../http/create-http-app.ts';
import type { Authenticator } from '../../http/authenticator.ts';
import { requireAccess } from '../../http/require-access.ts';
import { VersionGone } from './errors.ts';

/** Version 1 of the published agent API and what does the same now; deprecated there, and never served here. */
const formerOperations = [
  { method: 'POST', path: 'job', now: 'POST /v2/agent/{projectId}/job with {"prompt": "..."}' },
  { method: 'GET', path: 'job/:id', now: 'GET /v2/agent/{projectId}/job/{id}' },
  { method: 'GET', path: 'jobs', now: 'GET /v2/agent/{projectId}/jobs' },
] as const;

/** Tells the callers of version 1 what to call: after the key, so that a wrong one is still found out here. */
export function addFormerAgentRoutes(app: HttpApp, { authenticator }: { authenticator: Authenticator }): void {
  for (const { method, path, now } of formerOperations) {
    const scope = method === 'GET' ? 'agent:read' : 'agent:write';
    app.on(method, `/v1/agent/:projectId/${path}`, requireAccess(authenticator, scope), () => {
      throw new VersionGone(now);
    });
  }
}
