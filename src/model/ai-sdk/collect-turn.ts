import type { LanguageModelV4StreamPart, LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantPart, ModelRequest, ModelTurn } from '../language-model.ts';

/** The stream broke off before the provider said that the answer is complete. */
export class StreamCutOff extends Error {
  override name = 'StreamCutOff';
}

/** Puts the parts of a streamed answer together. Throws what the stream reports as an error, and `StreamCutOff`. */
export async function collectTurn(
  stream: AsyncIterable<LanguageModelV4StreamPart>,
  request: ModelRequest,
): Promise<ModelTurn> {
  const parts: AssistantPart[] = [];
  /** Texts that are still growing, by the stream's id. */
  const open = new Map<
    string,
    { type: 'text' | 'reasoning'; text: string; metadata: SharedV4ProviderMetadata | undefined }
  >();
  let finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  for await (const part of stream) {
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
        parts.push({ type: grown.type, text: grown.text, ...metadataOf(part.providerMetadata ?? grown.metadata) });
        break;
      }
      case 'tool-call':
        parts.push({
          type: 'tool-call',
          id: part.toolCallId,
          tool: part.toolName,
          input: parseInput(part.input),
          ...metadataOf(part.providerMetadata),
        });
        break;
      case 'error':
        throw part.error;
      case 'finish':
        finish = part;
        break;
      default:
        break;
    }
  }
  if (finish === undefined || isCutOff(finish.finishReason)) throw new StreamCutOff();
  const kept = parts.filter((part) => part.type !== 'text' || part.text !== '');
  return {
    message: { role: 'assistant', parts: kept.length > 0 ? kept : [{ type: 'text', text: '' }] },
    stopReason: stopReasonOf(finish.finishReason.unified, kept),
    usage: usageOf(finish.usage, request, kept),
  };
}

type FinishReason = Extract<LanguageModelV4StreamPart, { type: 'finish' }>['finishReason'];

/** Providers end even a broken stream with a `finish`; the reason that the server gave is missing then. */
function isCutOff({ unified, raw }: FinishReason): boolean {
  return unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined);
}

function stopReasonOf(unified: FinishReason['unified'], parts: readonly AssistantPart[]): ModelTurn['stopReason'] {
  if (unified === 'content-filter') return 'refused';
  if (unified === 'length') return 'length';
  return parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'end';
}

/** Arguments that are not JSON stay the text they are; the tool then refuses them with its reason. */
function parseInput(input: string): unknown {
  try {
    return input === '' ? {} : (JSON.parse(input) as unknown);
  } catch {
    return input;
  }
}

function metadataOf(metadata: SharedV4ProviderMetadata | undefined): { metadata?: Record<string, unknown> } {
  return metadata === undefined ? {} : { metadata };
}

/** Some compatible servers report no usage; then four characters count as a token, so that budgets still hold. */
function usageOf(
  usage: LanguageModelV4Usage,
  request: ModelRequest,
  parts: readonly AssistantPart[],
): ModelTurn['usage'] {
  const estimate = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
  return {
    inputTokens: usage.inputTokens.total ?? estimate([request.system, request.tools, request.messages]),
    outputTokens: usage.outputTokens.total ?? estimate(parts),
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
    ...(usage.inputTokens.cacheWrite && { cacheWriteInputTokens: usage.inputTokens.cacheWrite }),
  };
}
