import type { z } from '@hono/zod-openapi';
import { InvalidRequest } from '../http/errors.ts';
import { faultsOf } from '../http/schema-faults.ts';

/**
 * Validates what a person wrote; throws `InvalidRequest` with every fault, each with its field. `within` is the field
 * that all of it stands in, if it does.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  within?: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const faults = faultsOf(result.error, { input, part: 'input' });
  if (within === undefined) throw new InvalidRequest(faults);
  throw new InvalidRequest(faults.map(({ field = '', message }) => ({ field: `${within}.${field}`, message })));
}
