/**
 * Context windows in tokens by the beginning of the model's name, longest first where one begins another. From the
 * providers' model pages; the smaller figure where an account must be enabled for the larger.
 */
const windows: readonly (readonly [beginning: string, tokens: number])[] = [
  ['claude-', 200_000],
  ['gpt-4.1', 1_000_000],
  ['gpt-4o', 128_000],
  ['gpt-5', 400_000],
  ['gpt-6', 400_000],
  ['o3', 200_000],
  ['o4', 200_000],
  ['gemini-', 1_000_000],
];

/** For a model of which nobody tells, most likely a local one: what such servers give it at least when set up for tools. */
export const unknownWindow = 32_768;

export function knownWindow(model: string): number | undefined {
  return windows.find(([beginning]) => model.startsWith(beginning))?.[1];
}
