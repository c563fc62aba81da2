import type { z } from '@hono/zod-openapi';
import { InvalidRequest } from '../http/errors.ts';
import { faultsOf } from '../http/schema-faults.ts';

/** Validates what a person wrote; throws `InvalidRequest` with every fault, each with its field. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new InvalidRequest(faultsOf(result.error, { input, part: 'input' }));
}
