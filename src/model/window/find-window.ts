import { ModelWindowTooSmall } from '../errors.ts';
import type { ProviderName } from '../models-config.ts';
import { askServer, type ServedModel } from './ask-server.ts';
import { knownWindow, unknownWindow } from './known-windows.ts';

/** With less the agent has no room beside its own instructions. */
const smallestWindow = 8_192;

/** What every model has that OpenAI itself serves. */
const smallestOfOpenAi = 128_000;

/**
 * The context window of a model in tokens: what a person has set, else what its server says, else what is known of its
 * name. Throws `ModelWindowTooSmall`.
 */
export async function findWindow(options: {
  readonly name: string;
  readonly provider: ProviderName;
  readonly setting: number | undefined;
  /** Undefined for the provider's own address, whose models are known. */
  readonly served: ServedModel | undefined;
  readonly model: string;
}): Promise<number> {
  const { setting, served, provider, model } = options;
  if (setting !== undefined) return setting;
  const reportedTokens = served && (await askServer(served));
  if (reportedTokens !== undefined && reportedTokens < smallestWindow)
    throw new ModelWindowTooSmall(options.name, reportedTokens, smallestWindow);
  // A gateway may put the provider before the name: `anthropic/claude-sonnet-5`.
  const knownTokens = knownWindow(model) ?? knownWindow(model.slice(model.lastIndexOf('/') + 1));
  return (
    reportedTokens ?? knownTokens ?? (provider === 'openai' && served === undefined ? smallestOfOpenAi : unknownWindow)
  );
}
