import type { ProviderName } from './models-config.ts';

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Names of open models that see, as they are served under them. */
const seeing =
  /(?:^|[^a-z])(?:vl|vlm|vision|llava|pixtral|internvl|minicpm-v|moondream|gemma-?[34]|llama-?4|mistral-(?:small-3\.[12]|medium-3)|claude|gemini|gpt-4o|gpt-4\.1|gpt-[5-9])(?:[^a-z]|$)|\dvl\b/i;

/** What a model can look at: each of a provider's own, and of others those whose name says so. Gemini takes no GIF. */
export function seenTypes(provider: ProviderName, model: string, isOfOwnServer: boolean): readonly string[] {
  if (isOfOwnServer) return seeing.test(model) ? pictures : [];
  if (provider === 'google') return [...pictures.filter((type) => type !== 'image/gif'), 'application/pdf'];
  return [...pictures, 'application/pdf'];
}
