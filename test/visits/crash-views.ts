import type { View } from '../../src/analytics/visits/view.ts';
import type { VisitStore } from '../../src/analytics/visits/visit-store.ts';

export const crashProject = 'docs';
const day = 86_400_000;
const start = Date.parse('2026-03-01T00:00:00Z');

/** The view of an event number, always the same, so that it can be sent again after a crash. Days go back and forth. */
function viewOfEvent(event: number): View {
  return {
    timestampMs: start + ((event * 7_919) % (5 * day)),
    visitor: visitorOfEvent(event),
    path: `/page/${event % 23}`,
    classification: {
      category: event % 3 === 0 ? 'assistant' : 'human',
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: `agent/${event % 5}`, accept: undefined },
    referrer: undefined,
    country: undefined,
    source: 'server',
    eventId: `event-${event}`,
  };
}

/** Fifty visitors per 500 events; a later event never has the visitor of an event 500 before it. */
export function visitorOfEvent(event: number): Buffer {
  const visitor = Buffer.alloc(16, 7);
  visitor.writeUInt32BE(Math.floor(event / 500) * 50 + ((event * 31) % 50), 4);
  return visitor;
}

export function viewsOfEvents(from: number, to: number): View[] {
  return Array.from({ length: to - from }, (_, index) => viewOfEvent(from + index));
}

/** What was begun and not acknowledged: it may be on disk whole or not at all. */
export interface Unfinished {
  /** From and to, half open. */
  readonly appends: readonly (readonly [number, number])[];
  /** Visitor ids in hexadecimal. */
  readonly deletions: readonly string[];
}

/** Does again what a client does that got no answer. */
export async function finishWork(store: VisitStore, unfinished: Unfinished): Promise<void> {
  for (const [from, to] of unfinished.appends) await store.append(crashProject, viewsOfEvents(from, to));
  for (const visitor of unfinished.deletions) await store.deleteVisitor(crashProject, Buffer.from(visitor, 'hex'));
}
