import type { KeptEvent } from '../../visit-store.ts';
import type { Classification, ClientSignature, View } from '../../view.ts';
import { trafficCategories, viewSources } from '../../view.ts';
import { categoryCode, eventCode } from '../columns/category-codes.ts';
import { classificationText, clientText, contextText } from '../columns/classification-text.ts';
import { packTexts, type PackedTexts } from './packed-texts.ts';

/**
 * Views on their way to the writing thread: few large arrays, since cloning thousands of small objects would hold the
 * event loop. Texts are sent once per message and referred to by index; index 0 is no text.
 */
export interface PackedViews {
  readonly length: number;
  readonly timestamps: Float64Array<ArrayBuffer>;
  /** Four words per view. */
  readonly visitors: Uint32Array<ArrayBuffer>;
  readonly texts: PackedTexts;
  readonly paths: Uint32Array<ArrayBuffer>;
  readonly agents: Uint32Array<ArrayBuffer>;
  /** Code of the category of each view. */
  readonly categories: Uint8Array<ArrayBuffer>;
  readonly clients: Uint32Array<ArrayBuffer>;
  readonly referrers: Uint32Array<ArrayBuffer>;
  readonly countries: Uint32Array<ArrayBuffer>;
  readonly contexts: Uint32Array<ArrayBuffer>;
  readonly sources: Uint8Array<ArrayBuffer>;
  /** Empty where a view has none. */
  readonly eventIds: PackedTexts;
  /** Four words per view, where they come with digests of their events instead; else empty. */
  readonly eventDigests: Uint32Array<ArrayBuffer>;
}

/** Events that are asked about. */
export interface EventList {
  readonly timestamps: Float64Array<ArrayBuffer>;
  readonly eventIds: PackedTexts;
}

export function packEvents(events: readonly KeptEvent[]): EventList {
  return {
    timestamps: Float64Array.from(events, ({ timestampMs }) => timestampMs),
    eventIds: packTexts(events.map(({ eventId }) => eventId)),
  };
}

/** What became of a view, in the answer to its message. Folded: kept under `(other)`. */
export const fates = { kept: 0, duplicate: 1, folded: 2 } as const;

/** Views that are packed at a time; with the longest of paths a few milliseconds of work. */
const viewsPerStep = 1_000;

/** Views must have passed `checkViews`. */
export function packViews(views: readonly View[]): PackedViews {
  const packing = packInSteps(views);
  for (;;) {
    const step = packing.next();
    if (step.done === true) return step.value;
  }
}

/** `packViews`, which yields where others may have their turn. */
export function* packInSteps(views: readonly View[]): Generator<undefined, PackedViews> {
  const length = views.length;
  const texts = new TextIndex();
  const visitorBytes = new Uint8Array(length * 16);
  const packed = {
    length,
    timestamps: new Float64Array(length),
    visitors: new Uint32Array(visitorBytes.buffer),
    paths: new Uint32Array(length),
    agents: new Uint32Array(length),
    categories: new Uint8Array(length),
    clients: new Uint32Array(length),
    referrers: new Uint32Array(length),
    countries: new Uint32Array(length),
    contexts: new Uint32Array(length),
    sources: new Uint8Array(length),
    eventIds: packTexts(views.map((view) => view.eventId ?? '')),
    eventDigests: packDigests(views),
  };
  // Counted, since `entries` would make a pair for each.
  for (let index = 0; index < length; index += 1) {
    if (index > 0 && index % viewsPerStep === 0) yield;
    const view = views[index]!;
    packed.timestamps[index] = Math.floor(view.timestampMs);
    visitorBytes.set(view.visitor, index * 16);
    packed.paths[index] = texts.of(view.path);
    packed.agents[index] = texts.ofClassification(view.classification);
    packed.clients[index] = texts.ofClient(view.client);
    packed.referrers[index] = view.referrer === undefined ? 0 : texts.of(view.referrer);
    packed.countries[index] = view.country === undefined ? 0 : texts.of(view.country);
    const source = viewSources.indexOf(view.source);
    packed.sources[index] = source;
    const { context, classification } = view;
    packed.contexts[index] = context === undefined ? 0 : texts.of(contextText(context));
    const isEvent = context?.event !== undefined;
    const category = trafficCategories.indexOf(classification.category);
    packed.categories[index] = isEvent ? eventCode : categoryCode(category, source);
  }
  if (length > viewsPerStep) yield;
  return { ...packed, texts: packTexts(texts.list) };
}

/** Views that move from another store have them, all or none of a message. */
function packDigests(views: readonly View[]): Uint32Array<ArrayBuffer> {
  if (views[0]?.eventDigest === undefined) return new Uint32Array();
  const bytes = new Uint8Array(views.length * 16);
  views.forEach(({ eventDigest }, index) => {
    if (eventDigest !== undefined) bytes.set(eventDigest, index * 16);
  });
  return new Uint32Array(bytes.buffer);
}

/** The texts of one message. Most of them are there already, so they are found by a field before fields are joined. */
class TextIndex {
  readonly list: string[] = [''];
  readonly #indexes = new Map<string, number>([['', 0]]);
  readonly #byProduct = new Map<string | undefined, { readonly of: Classification; readonly index: number }[]>();
  readonly #byUserAgent = new Map<string, { readonly of: ClientSignature; readonly index: number }[]>();

  of(text: string): number {
    const knownIndex = this.#indexes.get(text);
    if (knownIndex !== undefined) return knownIndex;
    // UTF-8 has no lone surrogates, so two texts that differ only in them must become one before they are numbered.
    const index = this.list.push(text.toWellFormed()) - 1;
    this.#indexes.set(text, index);
    return index;
  }

  ofClassification(classification: Classification): number {
    const { category, product, operator, verdict, evidence } = classification;
    const candidates = this.#byProduct.get(product);
    for (const { of, index } of candidates ?? []) {
      const same = of.category === category && of.verdict === verdict && of.evidence === evidence;
      if (same && of.operator === operator) return index;
    }
    const index = this.of(classificationText(classification));
    if (candidates) candidates.push({ of: classification, index });
    else this.#byProduct.set(product, [{ of: classification, index }]);
    return index;
  }

  ofClient(client: ClientSignature): number {
    const candidates = this.#byUserAgent.get(client.userAgent);
    for (const { of, index } of candidates ?? []) if (of.accept === client.accept) return index;
    const index = this.of(clientText(client));
    if (candidates) candidates.push({ of: client, index });
    else this.#byUserAgent.set(client.userAgent, [{ of: client, index }]);
    return index;
  }
}

export function buffersOf(packed: PackedViews): ArrayBuffer[] {
  const { timestamps, visitors, paths, agents, categories, clients, referrers, countries, contexts, sources } = packed;
  const ends = [packed.texts.ends, packed.eventIds.ends];
  const numbers = [paths, agents, categories, clients, referrers, countries, contexts, sources, packed.eventDigests];
  const columns = [...ends, timestamps, visitors, ...numbers];
  return columns.map((column) => column.buffer);
}
