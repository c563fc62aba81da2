import { z } from '@hono/zod-openapi';

/** Providers whose key a project may keep itself; where they are reached is for the server to say. */
export const modelKeyProviderSchema = z.enum(['anthropic', 'openai', 'google', 'openai-compatible']);
export type ModelKeyProvider = z.infer<typeof modelKeyProviderSchema>;

/** Keys of one project, by provider. */
export type ModelKeys = Readonly<Partial<Record<ModelKeyProvider, string>>>;

/** The variables of the environment that go before the keys of projects. */
export const modelKeyVariables: Readonly<Record<ModelKeyProvider, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_API_KEY',
};

/** What the names of the secrets begin with that are keys for models; the provider follows. */
export const modelKeySecretPrefix = 'model-key-';

/** What the dashboard knows of the keys for one provider. */
export const modelKeySourceSchema = z
  .object({
    provider: modelKeyProviderSchema,
    secret: z.string().describe("Name of the secret that stores a project's key."),
    variable: z.string().describe('Environment variable that overrides it.'),
    onServer: z.boolean().describe('Whether owners stored a key for all projects.'),
    inEnvironment: z.boolean().describe('Whether the variable is set and overrides stored keys.'),
  })
  .openapi('ModelKeySource');
