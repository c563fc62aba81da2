import { openAiFault } from './openai-chat.ts';
import { pieces, type DoubleAnswer, type ServerSentEvent, type WireProtocol } from './wire-protocol.ts';

/** Responses API, `stream: true`. */
export const openAiResponsesWire: WireProtocol = {
  events(answer) {
    const items = [...(answer.text === '' ? [] : [messageEvents(answer.text, 0)]), ...callItems(answer)];
    const incomplete = { length: 'max_output_tokens', refused: 'content_filter' } as const;
    const reason = answer.stop === 'end' ? undefined : incomplete[answer.stop];
    const response = {
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      model: 'gpt-double',
      status: reason === undefined ? 'completed' : 'incomplete',
      incomplete_details: reason === undefined ? null : { reason },
      output: [],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 80 },
        output_tokens: 12,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 112,
      },
    };
    return [
      event({ type: 'response.created', response: { ...response, status: 'in_progress', usage: null } }),
      ...items.flat(),
      event({ type: reason === undefined ? 'response.completed' : 'response.incomplete', response }),
    ];
  },
  fault: openAiFault,
};

function messageEvents(text: string, index: number): ServerSentEvent[] {
  const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  const part = { type: 'output_text', text, annotations: [] };
  const place = { item_id: item.id, output_index: index, content_index: 0 };
  return [
    event({ type: 'response.output_item.added', output_index: index, item }),
    event({ type: 'response.content_part.added', ...place, part: { ...part, text: '' } }),
    ...pieces(text).map((delta) => event({ type: 'response.output_text.delta', ...place, delta })),
    event({ type: 'response.output_text.done', ...place, text }),
    event({ type: 'response.content_part.done', ...place, part }),
    event({
      type: 'response.output_item.done',
      output_index: index,
      item: { ...item, status: 'completed', content: [part] },
    }),
  ];
}

function callItems({ text, calls }: DoubleAnswer): ServerSentEvent[][] {
  return calls.map((call, position) => {
    const index = position + (text === '' ? 0 : 1);
    const json = JSON.stringify(call.arguments);
    const item = {
      id: `fc_${call.id}`,
      type: 'function_call',
      call_id: call.id,
      name: call.name,
      status: 'in_progress',
    };
    const place = { item_id: item.id, output_index: index };
    return [
      event({ type: 'response.output_item.added', output_index: index, item: { ...item, arguments: '' } }),
      ...pieces(json).map((delta) => event({ type: 'response.function_call_arguments.delta', ...place, delta })),
      event({ type: 'response.function_call_arguments.done', ...place, arguments: json }),
      event({
        type: 'response.output_item.done',
        output_index: index,
        item: { ...item, status: 'completed', arguments: json },
      }),
    ];
  });
}

function event(data: { type: string } & Record<string, unknown>): ServerSentEvent {
  return { event: data.type, data };
}
