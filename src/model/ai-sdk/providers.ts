import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ProviderAccess, ProviderName } from '../models-config.ts';
import { trimEndOf } from '../../kernel/trim-characters.ts';

export interface ProviderConnection {
  readonly access: ProviderAccess;
  readonly model: string;
  readonly fetch: typeof fetch;
}

/** How one provider is reached through the AI SDK. Its package is loaded by the first call, not before. */
export interface AiSdkProvider {
  connect(connection: ProviderConnection): Promise<LanguageModelV4>;
  readonly options?: SharedV4ProviderOptions;
  /** Where the provider wants a limit in every request; models with a lower one get theirs. */
  readonly maxOutputTokens?: number;
}

/**
 * The official address of a provider is left to its package. Keys are always passed on, so that none is taken from the
 * environment behind our back.
 */
export const aiSdkProviders: Record<ProviderName, AiSdkProvider> = {
  anthropic: {
    async connect({ access, model, fetch }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // ANTHROPIC_BASE_URL is by convention written without the /v1 that the package expects.
      const baseURL = trimEndOf(access.baseUrl ?? 'https://api.anthropic.com', '/').replace(/(?:\/v1)?$/, '/v1');
      return createAnthropic({ apiKey: access.apiKey ?? '', baseURL, fetch })(model);
    },
    // Without it the package allows a model that it does not know 4,096, too few to write a page.
    maxOutputTokens: 32_000,
  },
  openai: {
    async connect(connection) {
      const { access, model, fetch } = connection;
      if (access.baseUrl !== undefined && !isOfficialOpenAi(access.baseUrl))
        return connectCompatible(connection, 'openai');
      const { createOpenAI } = await import('@ai-sdk/openai');
      const baseURL = access.baseUrl ?? 'https://api.openai.com/v1';
      return createOpenAI({ apiKey: access.apiKey ?? '', baseURL, fetch }).responses(model);
    },
    // Nothing is kept at OpenAI; reasoning travels with our transcript, encrypted, instead.
    options: { openai: { store: false } },
  },
  google: {
    async connect({ access, model, fetch }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const baseURL = access.baseUrl ?? 'https://generativelanguage.googleapis.com/v1beta';
      return createGoogleGenerativeAI({ apiKey: access.apiKey ?? '', baseURL, fetch })(model);
    },
  },
  'openai-compatible': { connect: (connection) => connectCompatible(connection, 'openai-compatible') },
  ollama: { connect: (connection) => connectCompatible(connection, 'ollama') },
};

/** Chat completions, which every compatible server speaks; the newer responses API is OpenAI's own. */
async function connectCompatible({ access, model, fetch }: ProviderConnection, name: string): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name,
    baseURL: access.baseUrl ?? ollamaOfThisMachine,
    includeUsage: true,
    ...(access.apiKey !== undefined && { apiKey: access.apiKey }),
    fetch,
  })(model);
}

const ollamaOfThisMachine = 'http://127.0.0.1:11434/v1';

/** Base URL of a server that is not a provider's own, and that may know more of its models than their names tell. */
export function ownServerOf(provider: ProviderName, { baseUrl }: ProviderAccess): string | undefined {
  if (provider === 'ollama') return baseUrl ?? ollamaOfThisMachine;
  if (baseUrl === undefined || provider === 'google') return undefined;
  if (provider === 'openai' && isOfficialOpenAi(baseUrl)) return undefined;
  return provider === 'anthropic' ? trimEndOf(baseUrl, '/').replace(/(?:\/v1)?$/, '/v1') : baseUrl;
}

function isOfficialOpenAi(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.hostname === 'api.openai.com';
}
