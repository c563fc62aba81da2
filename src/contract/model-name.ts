import { z } from '@hono/zod-openapi';

/** `provider/name`; whether there is such a provider is for the models to say. */
export const modelNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^/\s]+\/\S+$/, 'Use provider/name, such as "anthropic/claude-sonnet-5".');
