import * as errors from '../errors.ts';
import type {
  AssistantPart,
  LanguageModel,
  ModelMessage,
  ModelRequest,
  ModelTurn,
  UserMessage,
} from '../language-model.ts';
import { defaultRetryPolicy, withRetry, type RetryPolicy, type Wait } from '../retry.ts';
import { callId, expandCall, fillText, namedResults } from './placeholders.ts';
import type { FaultName, Transcript, TranscriptTurn } from './transcript.ts';

/**
 * Plays a transcript. Keeps no state: the turn to play follows from the messages, so the same messages
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
    sees: transcript.sees,
    contextTokens: () => Promise.resolve(transcript.contextTokens),
    async generate(request) {
      request.signal.throwIfAborted();
      const place = nextPlace(request.messages, transcript);
      const turns = place.script === undefined ? transcript.turns : (transcript.scripts[place.script]?.turns ?? []);
      const turn = turns[place.turn] ?? transcript.afterwards;
      const speak = async ({ message: { parts } }: ModelTurn, pause: number) => {
        const [text] = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
        for (const word of text?.match(/\S+\s*|\s+/g) ?? []) {
          request.onText?.(word);
          if (pause > 0) await options.wait(pause, request.signal);
        }
      };
      if (turn === undefined) {
        throw new errors.TranscriptInvalid(name, `it has ${turns.length} turns and was asked for another.`);
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
          const answer = play(turn, place, request, options);
          await speak(answer, turn.wordMilliseconds);
          return answer;
        },
      });
    },
  };
}

/** Where in the transcript a message of the model stands; kept with its parts, so that it is found again. */
interface Place {
  /** Which of the scripts; undefined for the turns that belong to none. */
  readonly script: number | undefined;
  readonly turn: number;
  /** Counts all turns of the job, so that no two calls share an id. */
  readonly step: number;
}

function nextPlace(messages: readonly ModelMessage[], transcript: Transcript): Place {
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = placeOf(messages[answered]);
  const step = (last?.step ?? messages.filter(({ role }) => role === 'assistant').length - 1) + 1;
  const script = messages.slice(answered + 1).some(isOfPerson) ? scriptFor(messages, transcript) : -1;
  if (script >= 0) return { script, turn: 0, step };
  return { script: last?.script, turn: last === undefined ? step : last.turn + 1, step };
}

function scriptFor(messages: readonly ModelMessage[], { scripts }: Transcript): number {
  const messageTexts = messages.flatMap((message) =>
    isOfPerson(message) ? [message.text.replace(/\s+/g, ' ').trim()] : [],
  );
  return scripts.findIndex(({ when }) => new RegExp(when, 'iu').test(messageTexts.join('\n')));
}

function isOfPerson(message: ModelMessage): message is UserMessage {
  return message.role === 'user' && message.origin === undefined;
}

function placeOf(message: ModelMessage | undefined): Place | undefined {
  const metadata = message?.role === 'assistant' ? message.parts.at(-1)?.metadata : undefined;
  const { script, turn, step = turn } = metadata ?? {};
  if (typeof turn !== 'number' || typeof step !== 'number') return undefined;
  return { script: typeof script === 'number' ? script : undefined, turn, step };
}

/** Results of the script that is being played; those of an earlier one may have the same names. */
function resultsSinceStart(messages: readonly ModelMessage[], { turn }: Place): readonly ModelMessage[] {
  return turn === 0
    ? []
    : messages.slice(
        Math.max(
          0,
          messages.findLastIndex((message) => placeOf(message)?.turn === 0),
        ),
      );
}

function play(
  turn: TranscriptTurn,
  place: Place,
  request: ModelRequest,
  { name, transcript }: { name: string; transcript: Transcript },
): ModelTurn {
  const metadata = { ...place };
  const bindings = {
    results: namedResults(resultsSinceStart(request.messages, place)),
    tables: transcript.tables,
  };
  try {
    const text = fillText(turn.text, { ...bindings, groups: {} }) ?? '';
    const calls = turn.calls.flatMap((call) => expandCall(call, bindings).map((input) => ({ call, input })));
    const parts: AssistantPart[] = calls.map(({ call, input }, position) => ({
      type: 'tool-call',
      id: callId(place.step, position, call.as),
      tool: call.tool,
      input,
      metadata,
    }));
    if (text !== '' || parts.length === 0) parts.unshift({ type: 'text', text, metadata });
    return {
      message: { role: 'assistant', parts },
      stopReason: turn.stopReason ?? (calls.length > 0 ? 'tool-calls' : 'end'),
      usage: estimateUsage(request, parts),
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SyntaxError)) throw error;
    throw new errors.TranscriptInvalid(name, `turn ${place.turn + 1}: ${error.message}.`);
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
