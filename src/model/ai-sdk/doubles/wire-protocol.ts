import type { TranscriptTurn } from '../../scripted/transcript.ts';

/** What a double answers, in words of no protocol. */
export interface DoubleAnswer {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: unknown }[];
  readonly stop: 'end' | 'length' | 'refused';
}

type HttpFault = 'key-invalid' | 'model-unknown' | 'quota-exhausted' | 'context-too-long' | 'overloaded';

/** The wire protocol of one provider, as its documentation and recorded answers show it. */
export interface WireProtocol {
  /** Server-sent events of a streamed answer, in order. */
  events(answer: DoubleAnswer): readonly ServerSentEvent[];
  /** How the provider says it; `key` is repeated in the words, as real ones do. */
  fault(fault: HttpFault, key: string): { readonly status: number; readonly body: unknown };
}

export interface ServerSentEvent {
  readonly event?: string;
  readonly data: unknown;
}

export function answerOf(turn: TranscriptTurn, number: number): DoubleAnswer {
  return {
    text: turn.text,
    calls: turn.calls.map((call, index) => ({ id: `call_${number}_${index}`, name: call.tool, arguments: call.input })),
    stop: turn.stopReason ?? 'end',
  };
}

/** Text in the small pieces in which it streams. */
export function pieces(text: string): string[] {
  return text.match(/[^]{1,7}/g) ?? [];
}
