/** The providers that are reached through the AI SDK. */
export const providerNames = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;
export type ProviderName = (typeof providerNames)[number];

/** How a provider is reached. */
export interface ProviderAccess {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** Keys of one project, by provider. */
export type ModelKeys = Readonly<Partial<Record<ProviderName, string>>>;

export interface ProjectModelSettings {
  /** Used where the server has no key of its own. */
  readonly keys?: ModelKeys;
  /** Context window of its models; null or undefined leaves it to the server. */
  readonly contextTokens?: number | null | undefined;
}

/** How long a model may be silent before it is given up, in milliseconds. Every byte counts, also one that only says that it lives. */
export interface ModelPatience {
  /** Until the first byte of its answer: it reads the prompt. */
  readonly first: number;
  /** From one byte to the next. */
  readonly between: number;
}

/** What the operator configured; the field names are those of the server's `Config`. */
export interface ModelsConfig {
  /** `provider/name` used where a project names none. */
  readonly model?: string | undefined;
  /** Context window of every model, in place of what its server says. */
  readonly contextTokens?: number | undefined;
  readonly patience?: ModelPatience;
  readonly anthropic?: ProviderAccess;
  /** With a base URL other than OpenAI's own it stands for a server that speaks chat completions. */
  readonly openai?: ProviderAccess;
  readonly google?: ProviderAccess;
  readonly openaiCompatible?: ProviderAccess;
  /** File of prices that goes before the one that ships with the product. */
  readonly prices?: string | undefined;
  /** A transcript for `scripted/<its name without .json>`, or a folder of them. */
  readonly scriptedTranscript?: string | undefined;
}

/**
 * Undefined when neither a key nor an address is configured. The key of the server goes before that of a project, and only
 * the server says where a provider is reached. Ollama needs neither: it listens on this machine.
 */
export function accessTo(
  provider: ProviderName,
  config: ModelsConfig,
  keys: ModelKeys = {},
): ProviderAccess | undefined {
  if (provider === 'ollama') return {};
  const access = provider === 'openai-compatible' ? config.openaiCompatible : config[provider];
  const apiKey = access?.apiKey ?? keys[provider];
  if (apiKey === undefined && access?.baseUrl === undefined) return undefined;
  return { apiKey, baseUrl: access?.baseUrl };
}
