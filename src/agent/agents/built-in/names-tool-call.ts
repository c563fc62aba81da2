import type { ToolDefinition } from '../../../model/language-model.ts';
import { answerSoFar, splitThinking } from '../../../model/split-thinking.ts';

/**
 * Whether a text holds a tool call that the server did not parse: the markers of Hermes and Qwen, Llama, Mistral,
 * DeepSeek, Kimi and GLM, of Anthropic's and OpenAI's older forms, or the JSON of a call of one of these tools.
 */
export function namesToolCall(text: string, tools: readonly Pick<ToolDefinition, 'name'>[]): boolean {
  if (markers.some((marker) => text.includes(marker))) return true;
  const named = tools.some(({ name }) => [`"${name}"`, `'${name}'`].some((quoted) => text.includes(quoted)));
  return (
    named &&
    /["'](?:arguments|parameters|input|args)["']\s*:/u.test(text) &&
    /["'](?:name|tool|function|action)["']\s*:/u.test(text)
  );
}

/** What of an answer is for people: neither thinking, nor anything from the first call on that the server did not parse. */
export function speechOf(answer: string): string {
  return withoutCalls(splitThinking(answer, false).answer);
}

/** The same of an answer that is still growing. With `mayBeImplied`, its beginning may be thinking that nothing opened. */
export function speechSoFar(growing: string, mayBeImplied: boolean): string {
  return withoutCalls(answerSoFar(growing, mayBeImplied));
}

function withoutCalls(text: string): string {
  const calls = markers.map((marker) => text.indexOf(marker)).filter((index) => index !== -1);
  return text.slice(0, Math.min(text.length, ...calls)).trim();
}

const markers = [
  '<tool_call',
  '<|tool_call',
  '<\uFF5Ctool',
  '<function=',
  '<function_call',
  '<invoke name=',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '[TOOL_CALL]',
];
