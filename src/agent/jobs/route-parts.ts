import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { agentJobSchema } from '../../contract/agent-job.ts';
import type { HttpEnvironment } from '../../http/http-environment.ts';

export const tags = ['Agent jobs'];
export const security = [{ bearer: [] }];
export const projectParameters = z.object({ projectId: z.string() });
export const jobParameters = z.object({ projectId: z.string(), id: z.string() });
export const jobContent = { 'application/json': { schema: agentJobSchema } };

export function setHeaders(context: Context<HttpEnvironment>, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
}
