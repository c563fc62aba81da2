import { createAiSdkModel } from './ai-sdk/ai-sdk-model.ts';
import { anthropicWire } from './ai-sdk/doubles/anthropic.ts';
import { geminiWire } from './ai-sdk/doubles/gemini.ts';
import { openAiChatWire } from './ai-sdk/doubles/openai-chat.ts';
import { openAiResponsesWire } from './ai-sdk/doubles/openai-responses.ts';
import { serveDouble } from './ai-sdk/doubles/serve-double.ts';
import type { WireProtocol } from './ai-sdk/doubles/wire-protocol.ts';
import { aiSdkProviders } from './ai-sdk/providers.ts';
import { describeLanguageModel, type StartModel } from './language-model.conformance.ts';
import type { ProviderName } from './models-config.ts';
import { createScriptedModel } from './scripted/scripted-model.ts';

describeLanguageModel('scripted', (turns, { wait }) =>
  Promise.resolve({
    model: createScriptedModel({
      name: 'scripted/test',
      transcript: { description: 'test', contextTokens: 1_000, sees: [], tables: {}, scripts: [], turns: [...turns] },
      wait,
      random: () => 0.5,
    }),
    close: () => Promise.resolve(),
  }),
);

/** Over real HTTP, in the provider's own protocol. */
function overHttp(
  provider: ProviderName,
  wire: WireProtocol,
  fetchFor?: (baseUrl: string) => typeof fetch,
): StartModel {
  return async (turns, { wait }) => {
    const key = 'test-key-1';
    const double = await serveDouble({ wire, turns, key });
    const faults = turns.flatMap((turn) => turn.faults);
    return {
      model: createAiSdkModel({
        name: `${provider}/double`,
        provider: aiSdkProviders[provider],
        connection: {
          access: { apiKey: key, baseUrl: fetchFor === undefined ? double.baseUrl : 'https://api.openai.com/v1' },
          model: 'double',
          fetch: fetchFor?.(double.baseUrl),
        },
        contextTokens: () => Promise.resolve(100_000),
        sees: ['image/png'],
        // Asked for at each attempt. Short only where the double never answers: a busy machine is slow to answer, too.
        get patience() {
          const between = faults.shift() === 'timeout' ? 150 : 60_000;
          return { first: 60_000, between };
        },
        wait,
        random: () => 0.5,
      }),
      close: () => double.close(),
    };
  };
}

describeLanguageModel('anthropic', overHttp('anthropic', anthropicWire));
describeLanguageModel('google', overHttp('google', geminiWire));
describeLanguageModel('openai-compatible', overHttp('openai-compatible', openAiChatWire));
describeLanguageModel('ollama', overHttp('ollama', openAiChatWire));
// OpenAI's own protocol is chosen by its address, so the requests are led to the double on their way out.
describeLanguageModel(
  'openai',
  overHttp(
    'openai',
    openAiResponsesWire,
    (baseUrl) => (input, init) => fetch((input as string).replace('https://api.openai.com/v1', baseUrl), init),
  ),
);
