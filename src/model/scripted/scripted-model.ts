import * as errors from '../errors.ts';
import type { AssistantPart, LanguageModel, ModelMessage, ModelRequest, ModelTurn } from '../language-model.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy, type Wait } from '../retry.ts';
import { callId, expandCall, fillText, namedResults } from './placeholders.ts';
import type { FaultName, Transcript, TranscriptTurn } from './transcript.ts';

/**
 * Plays a transcript. Keeps no state: the turn to play follows from the last assistant message, so the same messages
 * always get the same answer, in this process or the next.
 */
export function createScriptedModel(options: {
  name: string;
  transcript: Transcript;
  wait: Wait;
  random: () => number;
  retryPolicy?: RetryPolicy;
}): LanguageModel {
  const { name, transcript } = options;
  return {
    name,
    contextTokens: transcript.contextTokens,
    async generate(request) {
      request.signal.throwIfAborted();
      const index = nextTurn(request.messages);
      const turn = transcript.turns[index] ?? transcript.afterwards;
      if (turn === undefined) {
        throw new errors.TranscriptInvalid(name, `it has ${transcript.turns.length} turns and was asked for another.`);
      }
      return withRetry({
        policy: options.retryPolicy ?? defaultRetryPolicy,
        signal: request.signal,
        wait: options.wait,
        random: options.random,
        onRetry: request.onRetry,
        attempt: async (attempt) => {
          const fault = turn.faults[attempt - 1];
          if (fault !== undefined) throw faultError(fault, name);
          if (turn.waitMilliseconds > 0) await options.wait(turn.waitMilliseconds, request.signal);
          return play(turn, index, request, options);
        },
      });
    },
  };
}

function nextTurn(messages: readonly ModelMessage[]): number {
  const last = messages.findLast((message) => message.role === 'assistant');
  const turn = last?.parts.at(-1)?.metadata?.['turn'];
  if (typeof turn === 'number') return turn + 1;
  return messages.filter((message) => message.role === 'assistant').length;
}

function play(
  turn: TranscriptTurn,
  index: number,
  request: ModelRequest,
  { name, transcript }: { name: string; transcript: Transcript },
): ModelTurn {
  const metadata = { turn: index };
  const bindings = { results: namedResults(request.messages), tables: transcript.tables };
  try {
    const text = fillText(turn.text, { ...bindings, groups: {} }) ?? '';
    const calls = turn.calls.flatMap((call) => expandCall(call, bindings).map((input) => ({ call, input })));
    const parts: AssistantPart[] = calls.map(({ call, input }, position) => ({
      type: 'tool-call',
      id: callId(index, position, call.as),
      tool: call.tool,
      input,
      metadata,
    }));
    if (text !== '' || parts.length === 0) parts.unshift({ type: 'text', text, metadata });
    for (const piece of text.match(/\S+\s*|\s+/g) ?? []) request.onText?.(piece);
    return {
      message: { role: 'assistant', parts },
      stopReason: turn.stopReason ?? (calls.length > 0 ? 'tool-calls' : 'end'),
      usage: estimateUsage(request, parts),
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    throw new errors.TranscriptInvalid(name, `turn ${index + 1}: ${error.message}.`);
  }
}

/** Four characters a token; everything but the last message counts as cached, as it would with a real provider. */
function estimateUsage(request: ModelRequest, parts: readonly AssistantPart[]): ModelTurn['usage'] {
  const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  const prefix = tokens([request.system, request.tools, ...request.messages.slice(0, -1)]);
  return {
    inputTokens: prefix + tokens(request.messages.slice(-1)),
    outputTokens: tokens(parts),
    cachedInputTokens: request.messages.length > 1 ? prefix : 0,
  };
}

function faultError(fault: FaultName, model: string): Error {
  switch (fault) {
    case 'key-invalid':
      return new errors.ModelKeyInvalid(model);
    case 'model-unknown':
      return new errors.ModelUnknown(model);
    case 'quota-exhausted':
      return new errors.ModelQuotaExhausted(model);
    case 'context-too-long':
      return new errors.ModelContextTooLong(model);
    case 'overloaded':
      return new errors.ModelOverloaded(model, { httpStatus: 529, retryAfterSeconds: undefined });
    case 'timeout':
      return new errors.ModelTimeout(model, 60);
    case 'unreachable':
      return new errors.ModelUnreachable(model);
  }
}
