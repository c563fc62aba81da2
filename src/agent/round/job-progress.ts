import type { JobEventData } from '../../contract/agent-job.ts';
import type { TurnEvent } from '../agents/built-in/turn-events.ts';

/** Collects what the turn loop tells until it is stored together with the turn that it belongs to. */
export interface JobProgress {
  readonly emit: (event: TurnEvent) => void;
  /** The events since the last call, as the log keeps them. */
  take(): JobEventData[];
}

export function createJobProgress(): JobProgress {
  let collected: JobEventData[] = [];
  const callLines = new Map<string, string>();
  return {
    emit(event) {
      if (event.type === 'tool-call') callLines.set(event.callId, event.line);
      collected.push(...logged(event, callLines));
    },
    take() {
      const taken = collected;
      collected = [];
      return taken;
    },
  };
}

/** Pieces of streamed text and calls without result are not kept: the whole follows. */
function logged(event: TurnEvent, callLines: ReadonlyMap<string, string>): JobEventData[] {
  switch (event.type) {
    case 'text':
    case 'tool-call':
      return [];
    case 'model-turn':
      return event.text === '' ? [] : [{ type: 'text', text: event.text }];
    case 'tool-result': {
      // The plan itself is logged; that it was taken says nothing more.
      if (event.tool === 'plan' && !event.failed) return [];
      const call = callLines.get(event.callId) ?? event.tool;
      const line = event.line === '' ? call : `${call} → ${event.line}`;
      return [{ type: 'tool', tool: event.tool, line, failed: event.failed }];
    }
    case 'plan':
      return [{ type: 'plan', items: [...event.items] }];
    case 'notice':
      return [{ type: 'notice', text: event.text }];
    case 'model-retry':
      return [
        {
          type: 'notice',
          text: `The model did not answer (${event.reason}); attempt ${event.attempt} follows in ${Math.ceil(event.delayMilliseconds / 1000)} s.`,
        },
      ];
    case 'compaction':
      return [
        {
          type: 'notice',
          text: `The conversation was ${event.kind}: from ${event.tokensBefore} to ${event.tokensAfter} tokens.`,
        },
      ];
  }
}
