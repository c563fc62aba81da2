import type { Classification, ClientSignature, View } from '../../src/analytics/visits/view.ts';
import type { VisitStore } from '../../src/analytics/visits/visit-store.ts';
import { duration } from '../../src/kernel/clock.ts';

export const crashProject = 'docs';
/** Filled and deleted again and again. */
export const scratchProject = 'scratch';
const { day } = duration;
const start = Date.parse('2026-03-01T00:00:00Z');
/** A later event never has a visitor or a page of an event so many before it. */
export const eventsPerBlock = 500;
const eventsPerDay = 2_000;

/** What is done to a store; doing it twice is the same as doing it once, so that it can be done again after a crash. */
export type Command =
  | { readonly kind: 'append'; readonly from: number; readonly to: number }
  | { readonly kind: 'deleteVisitor'; readonly visitor: string }
  | { readonly kind: 'deletePath'; readonly path: string }
  | { readonly kind: 'deleteBefore'; readonly timestampMs: number }
  | { readonly kind: 'reclassify' | 'fillScratch' | 'deleteScratch' };

export async function perform(store: VisitStore, command: Command): Promise<unknown> {
  switch (command.kind) {
    case 'append':
      return store.append(crashProject, viewsOfEvents(command.from, command.to));
    case 'deleteVisitor':
      return store.deleteVisitor(crashProject, Buffer.from(command.visitor, 'hex'));
    case 'deletePath':
      return store.deletePath(crashProject, command.path);
    case 'deleteBefore':
      return store.deleteBefore(crashProject, command.timestampMs);
    case 'reclassify':
      return store.reclassify(crashProject, newerRules);
    case 'fillScratch':
      return store.append(scratchProject, viewsOfEvents(0, 300));
    case 'deleteScratch':
      return store.deleteProject(scratchProject);
  }
}

/** A deletion or change that concerns the event and none after the block it is in. */
export function commandsAbout(event: number): Command[] {
  return [
    { kind: 'deleteVisitor', visitor: Buffer.from(viewOfEvent(event).visitor).toString('hex') },
    { kind: 'deletePath', path: blockPath(event) },
    { kind: 'deleteBefore', timestampMs: start + Math.floor(event / eventsPerDay) * day },
    { kind: 'reclassify' },
    { kind: 'fillScratch' },
    { kind: 'deleteScratch' },
  ];
}

/** Whether the commands have left the view where it was. */
export function isKept(view: View, done: readonly Command[]): boolean {
  const visitor = Buffer.from(view.visitor).toString('hex');
  return !done.some(
    (command) =>
      (command.kind === 'deleteVisitor' && command.visitor === visitor) ||
      (command.kind === 'deletePath' && command.path === view.path) ||
      (command.kind === 'deleteBefore' && view.timestampMs < command.timestampMs),
  );
}

export function newerRules(client: ClientSignature, current: Classification): Classification | undefined {
  return client.userAgent === 'agent/3' ? { ...current, category: 'coding_agent', product: 'Agent' } : undefined;
}

export function viewsOfEvents(from: number, to: number): View[] {
  return Array.from({ length: to - from }, (_, index) => viewOfEvent(from + index));
}

/** The view of an event number, always the same. Days go back and forth within a window that moves on. */
function viewOfEvent(event: number): View {
  return {
    timestampMs: start + Math.floor(event / eventsPerDay) * day + ((event * 7_919_111) % (5 * day)),
    visitor: visitorOfEvent(event),
    path: event % 11 === 0 ? blockPath(event) : `/page/${event % 23}`,
    classification: {
      category: event % 3 === 0 ? 'assistant' : 'human',
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: `agent/${event % 5}`, accept: undefined },
    referrer: event % 7 === 0 ? 'example.org' : undefined,
    country: undefined,
    source: 'server',
    eventId: `event-${event}`,
  };
}

function blockPath(event: number): string {
  return `/block/${Math.floor(event / eventsPerBlock)}`;
}

function visitorOfEvent(event: number): Buffer {
  const visitor = Buffer.alloc(16, 7);
  visitor.writeUInt32BE(Math.floor(event / eventsPerBlock) * 50 + ((event * 31) % 50), 4);
  return visitor;
}
