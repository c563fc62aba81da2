import { pieces, type ServerSentEvent, type WireProtocol } from './wire-protocol.ts';

const finishReasons = { end: 'stop', length: 'length', refused: 'content_filter' } as const;

/** Chat completions, `stream: true`, as OpenAI, vLLM and Ollama send them. */
export const openAiChatWire: WireProtocol = {
  events(answer) {
    const finish = answer.stop === 'end' && answer.calls.length > 0 ? 'tool_calls' : finishReasons[answer.stop];
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(answer.text).map((content) => chunk({ content })),
      ...answer.calls.flatMap((call, index) => [
        chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
        ...pieces(JSON.stringify(call.arguments)).map((piece) =>
          chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ),
      ]),
      chunk({}, finish),
      {
        data: {
          ...envelope,
          choices: [],
          usage: {
            prompt_tokens: 100,
            completion_tokens: 12,
            total_tokens: 112,
            prompt_tokens_details: { cached_tokens: 80 },
          },
        },
      },
      { data: '[DONE]' },
    ];
  },
  fault: openAiFault,
};

/** The error body that both of OpenAI's protocols share. */
export function openAiFault(fault: Parameters<WireProtocol['fault']>[0], key: string) {
  const [status, code, message] = {
    'key-invalid': [401, 'invalid_api_key', `Incorrect API key provided: ${key}.`] as const,
    'model-unknown': [
      404,
      'model_not_found',
      'The model `gpt-nonesuch` does not exist or you do not have access to it.',
    ] as const,
    'quota-exhausted': [
      429,
      'insufficient_quota',
      'You exceeded your current quota, please check your plan and billing details.',
    ] as const,
    'context-too-long': [
      400,
      'context_length_exceeded',
      "This model's maximum context length is 128000 tokens.",
    ] as const,
    overloaded: [503, null, 'The server is currently overloaded with other requests.'] as const,
  }[fault];
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

const envelope = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_700_000_000, model: 'double' };

function chunk(delta: object, finishReason: string | null = null): ServerSentEvent {
  return { data: { ...envelope, choices: [{ index: 0, delta, finish_reason: finishReason }] } };
}
