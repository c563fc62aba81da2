export const providerNames = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;
export type ProviderName = (typeof providerNames)[number];

/** How a provider is reached. Either a key or a base URL makes it configured. */
export interface ProviderAccess {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

export interface ModelsConfig {
  readonly providers: Partial<Record<ProviderName, ProviderAccess>>;
  /** `provider/name` used where a project names none. */
  readonly defaultModel?: string;
  /** Folder of the operator's transcripts for `scripted/<file>`. */
  readonly transcriptsFolder?: string;
  /** Size of the context window of models that we do not know, such as local ones. */
  readonly contextTokens?: number;
  /** How long a model may be silent within an answer. */
  readonly stallSeconds?: number;
}

/**
 * Reads the environment: `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GOOGLE_GENERATIVE_AI_API_KEY` (or `GEMINI_API_KEY`), each
 * provider's `..._BASE_URL`, `OLLAMA_BASE_URL`, `DOCWRIGHT_MODEL`, `DOCWRIGHT_TRANSCRIPTS_DIR`,
 * `DOCWRIGHT_MODEL_CONTEXT_TOKENS`. `OPENAI_BASE_URL` alone stands for a compatible server without a key.
 */
export function modelsConfigFrom(environment: Readonly<Record<string, string | undefined>>): ModelsConfig {
  const value = (name: string) => (environment[name]?.trim() ? environment[name].trim() : undefined);
  const access = (keys: string[], baseUrlName: string): ProviderAccess | undefined => {
    const apiKey = keys.map(value).find((key) => key !== undefined);
    const baseUrl = value(baseUrlName);
    if (apiKey === undefined && baseUrl === undefined) return undefined;
    return { ...(apiKey !== undefined && { apiKey }), ...(baseUrl !== undefined && { baseUrl }) };
  };
  const found: Record<ProviderName, ProviderAccess | undefined> = {
    anthropic: access(['ANTHROPIC_API_KEY'], 'ANTHROPIC_BASE_URL'),
    openai: access(['OPENAI_API_KEY'], 'OPENAI_BASE_URL'),
    google: access(['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'], 'GOOGLE_GENERATIVE_AI_BASE_URL'),
    'openai-compatible':
      value('OPENAI_BASE_URL') === undefined ? undefined : access(['OPENAI_API_KEY'], 'OPENAI_BASE_URL'),
    ollama: access([], 'OLLAMA_BASE_URL'),
  };
  const defaultModel = value('DOCWRIGHT_MODEL');
  const transcriptsFolder = value('DOCWRIGHT_TRANSCRIPTS_DIR');
  const contextTokens = Number(value('DOCWRIGHT_MODEL_CONTEXT_TOKENS'));
  return {
    providers: Object.fromEntries(Object.entries(found).filter(([, entry]) => entry !== undefined)),
    ...(defaultModel !== undefined && { defaultModel }),
    ...(transcriptsFolder !== undefined && { transcriptsFolder }),
    ...(contextTokens > 0 && { contextTokens }),
  };
}
