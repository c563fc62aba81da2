import {
  InvalidResponseDataError,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
  type SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { isBeyondArguments } from '../../kernel/json-shape.ts';
import type { AssistantPart, ModelRequest, ModelTurn } from '../language-model.ts';
import { splitThinking } from '../split-thinking.ts';
import { AnswerTooLong, turnLimits } from './turn-limits.ts';

/** The stream broke off before the provider said that the answer is complete. */
export class StreamCutOff extends Error {
  override name = 'StreamCutOff';
}

/** How far an answer came. */
export interface AnswerProgress {
  characters: number;
}

/**
 * Puts the parts of a streamed answer together. Throws what the stream reports as an error, `StreamCutOff` and `AnswerTooLong`;
 * then `progress` tells what the provider had sent, and charges.
 */
export async function collectTurn(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  {
    request,
    progress,
    mayImplyThinking,
  }: { readonly request: ModelRequest; readonly progress: AnswerProgress; readonly mayImplyThinking: boolean },
): Promise<ModelTurn> {
  const parts: AssistantPart[] = [];
  /** Texts that are still growing, by the stream's id. */
  const open = new Map<
    string,
    { type: 'text' | 'reasoning'; text: string; metadata: SharedV4ProviderMetadata | undefined }
  >();
  let [calls, callsBegun, pieces] = [0, 0, 0];
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  for await (const part of stream) {
    pieces += 1;
    if (pieces > turnLimits.pieces) throw new AnswerTooLong('more pieces than any answer has');
    if ('delta' in part) progress.characters += part.delta.length;
    if (part.type === 'tool-call') progress.characters += part.input.length;
    if (progress.characters > turnLimits.characters) throw new AnswerTooLong('more characters than any answer has');
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        open.set(part.id, {
          type: part.type === 'text-start' ? 'text' : 'reasoning',
          text: '',
          metadata: part.providerMetadata,
        });
        break;
      case 'text-delta':
      case 'reasoning-delta': {
        const growing = open.get(part.id);
        if (growing === undefined) break;
        growing.text += part.delta;
        growing.metadata = part.providerMetadata ?? growing.metadata;
        if (part.type === 'text-delta' && part.delta !== '') request.onText?.(part.delta);
        break;
      }
      case 'text-end':
      case 'reasoning-end': {
        const grown = open.get(part.id);
        if (grown === undefined) break;
        open.delete(part.id);
        const { thinking, answer } =
          grown.type === 'text' ? splitThinking(grown.text, mayImplyThinking) : { thinking: '', answer: grown.text };
        if (thinking !== '') parts.push({ type: 'reasoning', text: thinking.toWellFormed() });
        parts.push({
          type: grown.type,
          text: answer.toWellFormed(),
          ...metadataOf(part.providerMetadata ?? grown.metadata),
        });
        break;
      }
      case 'tool-call':
        calls += 1;
        if (calls > turnLimits.calls) throw new AnswerTooLong('more calls than any answer has');
        parts.push({
          type: 'tool-call',
          id: part.toolCallId,
          tool: part.toolName,
          input: parseInput(part.input),
          ...metadataOf(part.providerMetadata),
        });
        break;
      case 'tool-input-start':
        // Packages hand over calls when the stream ends, and look through all that began at each piece.
        callsBegun += 1;
        if (callsBegun > turnLimits.calls) throw new AnswerTooLong('more calls than any answer has');
        break;
      case 'error':
        // What came was an answer; only its end is missing.
        if (progress.characters > 0 && isMissingEnd(part.error)) throw new StreamCutOff();
        throw part.error;
      case 'finish':
        finish = part;
        break;
      default:
        break;
    }
  }
  if (finish === undefined || isCutOff(finish.finishReason)) throw new StreamCutOff();
  const keptParts = parts.filter((part) => part.type !== 'text' || part.text !== '');
  return {
    message: {
      role: 'assistant',
      parts: keptParts.length > 0 ? markCutOff(keptParts, finish) : [{ type: 'text', text: '' }],
    },
    stopReason: stopReasonOf(finish.finishReason.unified, keptParts),
    usage: usageOf(finish.usage, request, keptParts),
  };
}

type FinishReason = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason'];

/** Providers end even a broken stream with a `finish`; the reason that the server gave is missing then. */
function isCutOff({ unified, raw }: FinishReason): boolean {
  return unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined);
}

function isMissingEnd(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

function stopReasonOf(unified: FinishReason['unified'], parts: readonly AssistantPart[]): ModelTurn['stopReason'] {
  if (unified === 'content-filter') return 'refused';
  if (unified === 'length') return 'length';
  return parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'end';
}

/** Characters that are kept of arguments that no call means. Every later request would have all of it parsed again. */
const beginning = 1_000;

/**
 * Arguments that are not JSON stay the text they are; the tool then refuses them with its reason. Halves of characters, as some
 * models write them, are made whole: every later request would have them in it, and be refused.
 */
function parseInput(input: string): unknown {
  try {
    if (input === '') return {};
    if (isBeyondArguments(input)) return `${input.slice(0, beginning)} …`.toWellFormed();
    // A function called for each value takes ten times as long as parsing it.
    const isWhole = input.isWellFormed() && !/\\u[dD][89a-fA-F]/.test(input);
    return JSON.parse(input, isWhole ? undefined : (_, value: unknown) => wellFormed(value)) as unknown;
  } catch {
    return input.toWellFormed();
  }
}

function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** The call in which an answer reached its limit. */
function markCutOff(parts: AssistantPart[], { finishReason }: { finishReason: FinishReason }): AssistantPart[] {
  const last = parts.at(-1);
  if (finishReason.unified !== 'length' || last?.type !== 'tool-call' || !isIncomplete(last.input)) return parts;
  return [...parts.slice(0, -1), { ...last, isCutOff: true }];
}

/** No valid JSON, or nothing at all: some packages send what arrived, others the empty object. */
function isIncomplete(input: unknown): boolean {
  return typeof input === 'string' || JSON.stringify(input) === '{}';
}

function metadataOf(metadata: SharedV4ProviderMetadata | undefined): { metadata?: Record<string, unknown> } {
  return metadata === undefined ? {} : { metadata };
}

/** More than any model takes or gives at once; a server that says so counts nothing. */
const mostTokens = 100_000_000;

/**
 * Some compatible servers report no usage, or nonsense: less than nothing, nothing for a whole conversation, more than there
 * is. Then four characters count as a token, so that no budget grows back, never ends, or ends at once.
 */
function usageOf(
  usage: LanguageModelV4Usage,
  request: ModelRequest,
  parts: readonly AssistantPart[],
): ModelTurn['usage'] {
  const inputTokens = toldTokens(usage.inputTokens.total) || inputOf(request);
  const outputTokens =
    toldTokens(usage.outputTokens.total) || (parts.length > 0 ? tokensIn(JSON.stringify(parts).length) : 0);
  const cachedInputTokens = Math.min(toldTokens(usage.inputTokens.cacheRead), inputTokens);
  const cacheWriteInputTokens = Math.min(toldTokens(usage.inputTokens.cacheWrite), inputTokens - cachedInputTokens);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    ...(cacheWriteInputTokens > 0 && { cacheWriteInputTokens }),
  };
}

/** What an answer costs that never ended, about: nobody says what of its prompt came from a cache. */
export function usageOfLost(request: ModelRequest, { characters }: AnswerProgress): ModelTurn['usage'] {
  return { inputTokens: inputOf(request), outputTokens: tokensIn(characters), cachedInputTokens: 0 };
}

function inputOf({ system, tools, messages }: ModelRequest): number {
  return tokensIn(JSON.stringify([system, tools, messages]).length);
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / 4);
}

/** Whole tokens, since that is how they are kept; 0 for what is no count. */
function toldTokens(count: number | undefined): number {
  return count !== undefined && count > 0 && count <= mostTokens ? Math.ceil(count) : 0;
}
