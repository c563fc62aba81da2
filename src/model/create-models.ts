import { duration } from '../kernel/clock.ts';
import { sendPatiently } from '../outgoing/send.ts';
import { createAiSdkModel } from './ai-sdk/ai-sdk-model.ts';
import { aiSdkProviders, ownServerOf } from './ai-sdk/providers.ts';
import { ModelNameInvalid, ModelNotConfigured } from './errors.ts';
import type { LanguageModel } from './language-model.ts';
import {
  accessTo,
  providerNames,
  type ModelKeys,
  type ModelPatience,
  type ModelsConfig,
  type ProviderAccess,
  type ProjectModelSettings,
  type ProviderName,
} from './models-config.ts';
import { wait as waitFor, type Wait } from './retry.ts';
import { loadPrices, withPrice } from './prices.ts';
import { loadTranscript } from './scripted/load-transcript.ts';
import { seenTypes } from './seen-types.ts';
import { createScriptedModel } from './scripted/scripted-model.ts';
import { findWindow } from './window/find-window.ts';

export { createResolveModel, type ResolveModel } from './resolve-for-project.ts';

export interface Models {
  /**
   * The model of that name (`provider/name`), or the default. Keys of the server go before those of a project, other
   * settings of a project before those of the server. Reaches no network. Throws `ModelNotConfigured`, `ModelNameInvalid`, `TranscriptInvalid`.
   */
  resolve(name: string | undefined, project?: ProjectModelSettings): LanguageModel;
  /** `DOCWRIGHT_MODEL`, else by the first provider with a key; undefined when there is none. Never the scripted model. */
  default(keys?: ModelKeys): string | undefined;
  list(): readonly {
    readonly provider: ProviderName | 'scripted';
    readonly configured: boolean;
    readonly hasKey: boolean;
    readonly example: string;
  }[];
}

/** Good at long tool use and moderately priced at each provider, as the AI SDK lists them; the settings can say otherwise. */
const suggested: Record<ProviderName, string> = {
  anthropic: 'anthropic/claude-sonnet-5',
  openai: 'openai/gpt-5.4',
  google: 'google/gemini-3.5-flash',
  'openai-compatible': 'openai-compatible/qwen3-coder',
  ollama: 'ollama/qwen3-coder',
};
/** A provider whose models only the operator knows has no default. */
const withDefault: readonly ProviderName[] = ['anthropic', 'openai', 'google'];

/** Long enough for a local model that reads a long prompt, short enough within a job's deadline. */
const usualPatience: ModelPatience = { first: 5 * duration.minute, between: 5 * duration.minute };

export function createModels(options: {
  config: ModelsConfig;
  fetch?: typeof fetch;
  wait?: Wait;
  random?: () => number;
}): Models {
  const { config, wait = waitFor, random = Math.random } = options;
  const priceOf = loadPrices(config.prices);
  const patience = config.patience ?? usualPatience;

  function defaultModel(keys?: ModelKeys): string | undefined {
    if (config.model !== undefined) return config.model;
    const provider = withDefault.find((name) => {
      const access = accessTo(name, config, keys);
      // Behind another base URL stand other models than the provider's own.
      return access?.apiKey !== undefined && !(name === 'openai' && access.baseUrl !== undefined);
    });
    return provider && suggested[provider];
  }

  /** Asks the server once, and again after an abort. */
  function windowOf(of: {
    name: string;
    provider: ProviderName;
    model: string;
    access: ProviderAccess;
    setting: number | null | undefined;
  }): LanguageModel['contextTokens'] {
    const baseUrl = ownServerOf(of.provider, of.access);
    let tokens: Promise<number> | undefined;
    return (signal) => {
      const query = { access: of.access, model: of.model, fetch: options.fetch ?? sendPatiently, signal };
      tokens ??= findWindow({
        ...of,
        setting: of.setting ?? config.contextTokens,
        served: baseUrl === undefined ? undefined : { ...query, baseUrl, loadMilliseconds: patience.first },
      });
      tokens.catch(() => (tokens = undefined));
      return tokens;
    };
  }

  return {
    default: defaultModel,

    resolve(modelName, project = {}) {
      const name = modelName ?? defaultModel(project.keys);
      if (name === undefined) throw new ModelNotConfigured('No model is set, and no provider has a key.');
      const [, provider = '', model = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [];
      if (provider === '') throw new ModelNameInvalid(name, 'it does not have the form provider/name.');
      if (provider === 'scripted') {
        const transcript = loadTranscript(model, config.scriptedTranscript);
        return withPrice(createScriptedModel({ name, transcript, wait, random }), priceOf(name));
      }
      if (!isProviderName(provider)) {
        throw new ModelNameInvalid(name, `the provider must be one of ${[...providerNames, 'scripted'].join(', ')}.`);
      }
      const access = accessTo(provider, config, project.keys);
      if (access === undefined) throw new ModelNotConfigured(`${name} needs a key for ${provider}.`);
      const isOfOwnServer = ownServerOf(provider, access) !== undefined;
      const aiModel = createAiSdkModel({
        name,
        provider: aiSdkProviders[provider],
        connection: { access, model, fetch: options.fetch },
        contextTokens: windowOf({ name, provider, model, access, setting: project.contextTokens }),
        sees: seenTypes(provider, model, isOfOwnServer),
        mayImplyThinking: isOfOwnServer,
        patience,
        wait,
        random,
      });
      return withPrice(aiModel, priceOf(name));
    },

    list: () => [
      ...providerNames.map((provider) => ({
        provider,
        configured: accessTo(provider, config) !== undefined,
        hasKey: accessTo(provider, config)?.apiKey !== undefined,
        example: suggested[provider],
      })),
      { provider: 'scripted', configured: true, hasKey: false, example: 'scripted/demo' },
    ],
  };
}

function isProviderName(name: string): name is ProviderName {
  return providerNames.some((candidate) => candidate === name);
}
