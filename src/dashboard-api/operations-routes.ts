import { createRoute } from '@hono/zod-openapi';
import { operationsSchema, type Operations } from '../contract/operations.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import { requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer } from './route-parts.ts';

/** For owners alone, since it names places on the machine. */
export function addOperationsRoutes(
  app: HttpApp,
  { readOperations, gate }: { readOperations: () => Promise<Operations>; gate: Gate },
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/operations`,
      summary: 'The last backup, the schedule of backups, and the room on the disk',
      middleware: requireMember(gate, 'owner'),
      responses: { 200: jsonAnswer(operationsSchema), ...problemResponses(401, 403) },
    }),
    async (context) => context.json(await readOperations(), 200),
  );
}
