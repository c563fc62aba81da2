import { pieces, type DoubleAnswer, type ServerSentEvent, type WireProtocol } from './wire-protocol.ts';

const stopReasons = { end: 'end_turn', length: 'max_tokens', refused: 'refusal' } as const;

/** Messages API, `stream: true`. */
export const anthropicWire: WireProtocol = {
  events(answer) {
    const blocks = [
      ...(answer.text === '' ? [] : [textBlock(answer.text)]),
      ...answer.calls.map((call) => toolBlock(call)),
    ];
    const stop = answer.stop === 'end' && answer.calls.length > 0 ? 'tool_use' : stopReasons[answer.stop];
    return [
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-double',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 80, output_tokens: 1 },
        },
      }),
      event({ type: 'ping' }),
      ...blocks.flatMap(({ start, deltas }, index) => [
        event({ type: 'content_block_start', index, content_block: start }),
        ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
      event({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 12 } }),
      event({ type: 'message_stop' }),
    ];
  },
  fault(fault, key) {
    const [status, type, message] = {
      'key-invalid': [401, 'authentication_error', `invalid x-api-key ${key}`] as const,
      'model-unknown': [404, 'not_found_error', 'model: claude-nonesuch'] as const,
      'quota-exhausted': [
        400,
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API.',
      ] as const,
      'context-too-long': [400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'] as const,
      overloaded: [529, 'overloaded_error', 'Overloaded'] as const,
    }[fault];
    return { status, body: { type: 'error', error: { type, message }, request_id: 'req_1' } };
  },
};

function textBlock(text: string) {
  return {
    start: { type: 'text', text: '' },
    deltas: pieces(text).map((piece): object => ({ type: 'text_delta', text: piece })),
  };
}

function toolBlock(call: DoubleAnswer['calls'][number]) {
  return {
    start: { type: 'tool_use', id: call.id, name: call.name, input: {} },
    deltas: pieces(JSON.stringify(call.arguments)).map((piece): object => ({
      type: 'input_json_delta',
      partial_json: piece,
    })),
  };
}

function event(data: { type: string } & Record<string, unknown>): ServerSentEvent {
  return { event: data.type, data };
}
