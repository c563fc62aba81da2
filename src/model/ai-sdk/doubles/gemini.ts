import { pieces, type WireProtocol } from './wire-protocol.ts';

const finishReasons = { end: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' } as const;

/** `models/<model>:streamGenerateContent?alt=sse`. */
export const geminiWire: WireProtocol = {
  events(answer) {
    const texts = pieces(answer.text).map((text) => ({ data: { candidates: [candidate([{ text }])] } }));
    const calls = answer.calls.map((call) => ({ functionCall: { name: call.name, args: call.arguments } }));
    return [
      ...texts,
      {
        data: {
          candidates: [
            { ...candidate(calls.length > 0 ? calls : [{ text: '' }]), finishReason: finishReasons[answer.stop] },
          ],
          usageMetadata: {
            promptTokenCount: 100,
            cachedContentTokenCount: 80,
            candidatesTokenCount: 12,
            totalTokenCount: 112,
          },
          modelVersion: 'gemini-double',
        },
      },
    ];
  },
  fault(fault, key) {
    const [code, status, message, reason] = {
      'key-invalid': [
        400,
        'INVALID_ARGUMENT',
        `API key not valid: ${key}. Please pass a valid API key.`,
        'API_KEY_INVALID',
      ] as const,
      'model-unknown': [404, 'NOT_FOUND', 'models/gemini-nonesuch is not found for API version v1beta', ''] as const,
      'quota-exhausted': [
        429,
        'RESOURCE_EXHAUSTED',
        'You exceeded your current quota, please check your plan and billing details.',
        '',
      ] as const,
      'context-too-long': [
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        '',
      ] as const,
      overloaded: [503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.', ''] as const,
    }[fault];
    const details = reason === '' ? [] : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }];
    return { status: code, body: { error: { code, message, status, details } } };
  },
};

function candidate(parts: readonly object[]) {
  return { content: { parts, role: 'model' }, index: 0 };
}
