import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { duration } from '../../kernel/clock.ts';
import { sendPatiently } from '../../outgoing/send.ts';
import { ModelAnswersBreakOff, ModelOverloaded, ModelTimeout } from '../errors.ts';
import type { LanguageModel, ModelRequest, ModelTurn } from '../language-model.ts';
import type { ModelPatience } from '../models-config.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy, type Wait } from '../retry.ts';
import { classifyFault, type Fault } from './classify-fault.ts';
import { collectTurn, usageOfLost } from './collect-turn.ts';
import { judgingAnswers } from './judge-answer.ts';
import { promptOf, toolsOf } from './prompt.ts';
import type { AiSdkProvider, ProviderConnection } from './providers.ts';
import { watchSilence } from './watch-silence.ts';

/** Other hosts get neither key nor prompt: the address of a provider is the one that was configured. */
function withoutRedirects(send = sendPatiently, onHost: (host: string) => void): typeof fetch {
  return (input, init) => {
    onHost(new URL(input instanceof Request ? input.url : input).host);
    return send(input, { ...init, redirect: 'manual' });
  };
}

/** Answers in a row that break off before a call is given up: each is paid for, and waiting does not help. */
const mostBrokenOff = 3;

/**
 * A model of one of the AI SDK's providers. Their packages speak the wire protocols; retries, timeouts and the meaning
 * of failures are ours, so that they are the same for all.
 */
export function createAiSdkModel(options: {
  name: string;
  provider: AiSdkProvider;
  /** `fetch`: for tests; ours, which waits, where it is undefined. */
  connection: Omit<ProviderConnection, 'fetch'> & { fetch: typeof fetch | undefined };
  contextTokens: LanguageModel['contextTokens'];
  sees: readonly string[];
  mayImplyThinking?: boolean;
  patience: ModelPatience;
  wait: Wait;
  random: () => number;
  retryPolicy?: RetryPolicy;
}): LanguageModel {
  const { name, provider, connection, mayImplyThinking = false } = options;
  const secrets = [connection.access.apiKey ?? ''];
  async function attempt(request: ModelRequest, broken: { answers: number }): Promise<ModelTurn> {
    const silence = watchSilence(options.patience);
    let host = 'the provider';
    const sending = withoutRedirects(connection.fetch, (requestedHost) => (host = requestedHost));
    const send = judgingAnswers(silence.hearing(sending));
    const model = await provider.connect({ ...connection, fetch: send });
    const maxOutputTokens = request.maxOutputTokens ?? provider.maxOutputTokens;
    const abortSignal = AbortSignal.any([request.signal, silence.signal]);
    const progress = { characters: 0 };
    try {
      const { stream } = await model.doStream({
        prompt: promptOf(request),
        tools: toolsOf(request.tools),
        abortSignal,
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(provider.options && { providerOptions: provider.options }),
      });
      return await collectTurn(untilAbort(stream, abortSignal), { request, progress, mayImplyThinking });
    } catch (error) {
      if (progress.characters > 0) request.onLost?.(usageOfLost(request, progress));
      request.signal.throwIfAborted();
      const fault: Fault = silence.signal.aborted
        ? { kind: 'error', error: new ModelTimeout(name, silence.milliseconds / duration.second) }
        : classifyFault(error, { model: name, host, secrets });
      if (fault.kind === 'refused') return refusedTurn;
      // An overload passes. Whatever else breaks an answer off tends to break off the next one too.
      if (progress.characters > 0 && !(fault.error instanceof ModelOverloaded)) broken.answers += 1;
      throw fault.error;
    } finally {
      silence.end();
    }
  }

  return {
    name,
    contextTokens: options.contextTokens,
    sees: options.sees,
    mayImplyThinking,
    generate(request) {
      /** Answers to this request that broke off after they had begun. */
      const broken = { answers: 0 };
      return withRetry({
        attempt: () => attempt(request, broken),
        policy: options.retryPolicy ?? defaultRetryPolicy,
        signal: request.signal,
        wait: options.wait,
        random: options.random,
        onRetry(retry) {
          if (broken.answers >= mostBrokenOff) throw new ModelAnswersBreakOff(name, broken);
          request.onRetry?.(retry);
        },
      });
    },
  };
}

const refusedTurn: ModelTurn = {
  message: { role: 'assistant', parts: [{ type: 'text', text: '' }] },
  stopReason: 'refused',
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
};

/** The stream; ends with the signal even where the provider's package would not. */
async function* untilAbort(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  // A promise of its own for each read: one for all of them would hold on to every read, and an answer has a million.
  let failRead: (reason: Error) => void = () => undefined;
  const read = () =>
    new Promise<Awaited<ReturnType<typeof reader.read>>>((resolve, reject) => {
      failRead = reject;
      reader.read().then(resolve, reject);
    });
  const stop = () => {
    failRead(signal.reason as Error);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // The connection is given back in the background; its own failure no longer matters to anybody.
    void reader.cancel().catch(() => undefined);
  }
}
