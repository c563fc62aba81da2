import { createHash, randomUUID } from 'node:crypto';
import { duration } from '../../../../kernel/clock.ts';
import type { View } from '../../view.ts';
import type { DropCount } from '../../visit-store.ts';

/** A view as a row; texts that are not there are empty. */
export interface ViewRow {
  /** Since the epoch. */
  readonly day: number;
  /** Of its event, or its own: the same row is one view however often it is written. */
  readonly id: string;
  readonly isEvent: boolean;
  readonly path: string;
  /** `columnsOfRest`, in their order. */
  readonly rest: readonly (string | number)[];
}

export interface RefusalRow {
  readonly day: number;
  readonly id: string;
  readonly isEvent: boolean;
  readonly reason: string;
  readonly count: number;
}

/** What one caller wants kept, all of it or nothing. Only text and numbers, so that it can wait in a file. */
export interface Delivery {
  readonly projectId: string;
  readonly views: readonly ViewRow[];
  readonly refusals: readonly RefusalRow[];
}

export const columnsOfRest = [
  'at',
  'visitor',
  'category',
  'product',
  'operator',
  'verdict',
  'evidence',
  'user_agent',
  'accept',
  'referrer',
  'country',
  'source',
  'host',
  'status',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'event',
] as const;

/** Views must have passed `checkViews`. */
export function toDelivery(projectId: string, views: readonly View[], drops: readonly DropCount[]): Delivery {
  return { projectId, views: views.map(viewRow), refusals: drops.flatMap(refusalRows) };
}

/** Under which an event is stored: as good as its name, and of one length. */
export function idOfEvent(eventId: string): string {
  return uuidText(createHash('sha256').update(eventId).digest());
}

/** Of the first 16 bytes. */
export function uuidText(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function bytesOfUuid(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

export function dayOf(timestampMs: number): number {
  return Math.floor(timestampMs / duration.day);
}

function viewRow(view: View): ViewRow {
  const { classification, client, context, eventId = '', eventDigest } = view;
  const otherColumns: Readonly<Record<(typeof columnsOfRest)[number], string | number>> = {
    at: Math.floor(view.timestampMs),
    visitor: uuidText(view.visitor),
    category: classification.category,
    product: text(classification.product),
    operator: text(classification.operator),
    verdict: classification.verdict,
    evidence: text(classification.evidence),
    user_agent: text(client.userAgent),
    accept: text(client.accept),
    referrer: text(view.referrer),
    country: text(view.country),
    source: view.source,
    host: text(context?.host),
    status: context?.status ?? 0,
    utm_source: text(context?.utmSource),
    utm_medium: text(context?.utmMedium),
    utm_campaign: text(context?.utmCampaign),
    event: text(context?.event),
  };
  return {
    day: dayOf(view.timestampMs),
    id: eventDigest === undefined ? idOf(eventId) : uuidText(eventDigest),
    isEvent: eventId !== '' || eventDigest !== undefined,
    path: text(view.path),
    rest: columnsOfRest.map((column) => otherColumns[column]),
  };
}

function idOf(eventId: string): string {
  return eventId === '' ? randomUUID() : idOfEvent(eventId);
}

function refusalRows({ day: name, reason, count, events = [] }: DropCount): RefusalRow[] {
  const day = dayOf(Date.parse(name));
  const rows = events.map((event) => ({ day, id: idOfEvent(event), isEvent: true, reason, count: 1 }));
  const nameless = count - events.length;
  return nameless > 0 ? [...rows, { day, id: randomUUID(), isEvent: false, reason, count: nameless }] : rows;
}

/** UTF-8 has no lone surrogates. */
function text(value: string | undefined): string {
  return value?.toWellFormed() ?? '';
}
