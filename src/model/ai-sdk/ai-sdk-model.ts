import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { ModelTimeout } from '../errors.ts';
import type { LanguageModel, ModelRequest, ModelTurn } from '../language-model.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy, type Wait } from '../retry.ts';
import { classifyFault } from './classify-fault.ts';
import { collectTurn } from './collect-turn.ts';
import { promptOf, toolsOf } from './prompt.ts';
import type { AiSdkProvider, ProviderConnection } from './providers.ts';

/** Other hosts get neither key nor prompt: the address of a provider is the one that was configured. */
function withoutRedirects(send = fetch): typeof fetch {
  return (input, init) => send(input, { ...init, redirect: 'manual' });
}

/**
 * A model of one of the AI SDK's providers. Their packages speak the wire protocols; retries, timeouts and the meaning
 * of failures are ours, so that they are the same for all.
 */
export function createAiSdkModel(options: {
  name: string;
  provider: AiSdkProvider;
  connection: ProviderConnection;
  contextTokens: number;
  /** A stream that is silent for so long is given up. */
  stallMilliseconds: number;
  wait: Wait;
  random: () => number;
  retryPolicy?: RetryPolicy;
}): LanguageModel {
  const { name, provider, connection } = options;
  const secrets = [connection.access.apiKey ?? ''];
  let connected: Promise<LanguageModelV4> | undefined;

  async function attempt(request: ModelRequest): Promise<ModelTurn> {
    connected ??= provider.connect({ ...connection, fetch: withoutRedirects(connection.fetch) });
    const model = await connected;
    const maxOutputTokens = request.maxOutputTokens ?? provider.maxOutputTokens;
    const stalled = new AbortController();
    const { stallMilliseconds } = options;
    const stallTimer = setTimeout(() => {
      stalled.abort();
    }, stallMilliseconds);
    const abortSignal = AbortSignal.any([request.signal, stalled.signal]);
    try {
      const { stream } = await model.doStream({
        prompt: promptOf(request),
        tools: toolsOf(request.tools),
        abortSignal,
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(provider.options && { providerOptions: provider.options }),
      });
      return await collectTurn(
        watched(stream, abortSignal, () => stallTimer.refresh()),
        request,
      );
    } catch (error) {
      request.signal.throwIfAborted();
      if (stalled.signal.aborted) throw new ModelTimeout(name, stallMilliseconds / 1000);
      const fault = classifyFault(error, name, secrets);
      if (fault.kind === 'error') throw fault.error;
      return refusedTurn;
    } finally {
      clearTimeout(stallTimer);
    }
  }

  return {
    name,
    contextTokens: options.contextTokens,
    generate: (request) =>
      withRetry({
        attempt: () => attempt(request),
        policy: options.retryPolicy ?? defaultRetryPolicy,
        signal: request.signal,
        wait: options.wait,
        random: options.random,
        onRetry: request.onRetry,
      }),
  };
}

const refusedTurn: ModelTurn = {
  message: { role: 'assistant', parts: [{ type: 'text', text: '' }] },
  stopReason: 'refused',
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
};

/** The stream with a sign of life for each part; ends with the signal even where the provider's package would not. */
async function* watched(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
  alive: () => void,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  const aborted = Promise.withResolvers<never>();
  const stop = () => {
    aborted.reject(signal.reason as Error);
  };
  signal.addEventListener('abort', stop, { once: true });
  // An abort between two reads is noticed at the next one.
  aborted.promise.catch(() => undefined);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([reader.read(), aborted.promise]);
      if (done) return;
      alive();
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // The connection is given back in the background; its own failure no longer matters to anybody.
    void reader.cancel().catch(() => undefined);
  }
}
