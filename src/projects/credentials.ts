import type { z } from '@hono/zod-openapi';
import { credentialSecretName } from '../contract/code-host.ts';
import { InvalidRequest } from '../http/errors.ts';
import { parseInput } from './parse-input.ts';

/**
 * The secrets that credentials are kept as, by name; `null` takes one back. `schema` is that of the kind of code host.
 * Throws `InvalidRequest` for each field that this kind is not reached with, or that cannot be right.
 */
export function credentialSecrets(
  schema: z.ZodObject,
  credentials: Readonly<Record<string, string | null>>,
): Record<string, string | undefined> {
  const fieldNames = Object.keys(schema.shape);
  const unknown = Object.keys(credentials).filter((field) => !fieldNames.includes(field));
  if (unknown.length > 0) {
    const message = `is not a known credential: ${fieldNames.length === 0 ? 'this code host needs none' : `this code host takes ${fieldNames.join(' and ')}`}`;
    throw new InvalidRequest(unknown.map((field) => ({ field: `credentials.${field}`, message })));
  }
  const credentialValues = Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== null));
  const checked: Readonly<Record<string, unknown>> = parseInput(schema.partial(), credentialValues, 'credentials');
  return Object.fromEntries(
    Object.keys(credentials).map((field) => {
      const value = checked[field];
      return [credentialSecretName(field), typeof value === 'string' ? value : undefined];
    }),
  );
}

/**
 * Refuses to keep some of what a kind of code host is reached with and not the rest, which nobody could tell from what the
 * server itself is reached with. `names` are those of all secrets that a project would have. Throws `InvalidRequest`.
 */
export function refuseHalfCredentials(schema: z.ZodObject, names: readonly string[]): void {
  const fields = Object.keys(schema.shape);
  const missing = fields.filter((field) => !names.includes(credentialSecretName(field)));
  if (missing.length === 0 || missing.length === fields.length) return;
  const message = `is missing: send ${fields.join(' and ')} together, or remove all of them`;
  throw new InvalidRequest(missing.map((field) => ({ field: `credentials.${field}`, message })));
}
