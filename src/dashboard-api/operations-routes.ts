import { createRoute, z } from '@hono/zod-openapi';
import { diagnosisSchema } from '../contract/diagnosis.ts';
import { operationsSchema, type Operations } from '../contract/operations.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { problemResponses } from '../http/problem-response.ts';
import type { Doctor } from '../doctor/doctor.ts';
import { fromDashboard, requireMember, type Gate } from './require-member.ts';
import { dashboardPath, jsonAnswer } from './route-parts.ts';

/** For owners alone, since it names places on the machine. */
export function addOperationsRoutes(
  app: HttpApp,
  {
    readOperations,
    doctor,
    gate,
  }: { readOperations: () => Promise<Operations>; doctor: Pick<Doctor, 'examine'>; gate: Gate },
): void {
  app.openapi(
    createRoute({
      method: 'get',
      path: `${dashboardPath}/operations`,
      summary: 'Get the last backup, the backup schedule and the disk space',
      middleware: requireMember(gate, 'owner'),
      responses: { 200: jsonAnswer(operationsSchema), ...problemResponses(401, 403) },
    }),
    async (context) => context.json(await readOperations(), 200),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: `${dashboardPath}/examinations`,
      summary: 'Check the server, its projects and their connections; sends each model one short request',
      middleware: [requireMember(gate, 'owner'), fromDashboard(gate)] as const,
      responses: {
        200: jsonAnswer(z.object({ diagnoses: z.array(diagnosisSchema) })),
        ...problemResponses(401, 403),
      },
    }),
    async (context) => context.json({ diagnoses: [...(await doctor.examine('settings'))] }, 200),
  );
}
