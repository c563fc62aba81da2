import type { View } from '../view.ts';
import { trafficCategories, viewSources } from '../view.ts';
import { classificationText, clientText } from './classification-text.ts';

/**
 * Views on their way to the writing thread: few large arrays, since cloning thousands of small objects would hold the
 * event loop. Texts are sent once per message and referred to by index; index 0 is no text.
 */
export interface PackedViews {
  readonly length: number;
  readonly timestamps: Float64Array<ArrayBuffer>;
  /** Four words per view. */
  readonly visitors: Uint32Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly paths: Uint32Array<ArrayBuffer>;
  readonly agents: Uint32Array<ArrayBuffer>;
  /** Index of the category of each view in `trafficCategories`. */
  readonly categories: Uint8Array<ArrayBuffer>;
  readonly clients: Uint32Array<ArrayBuffer>;
  readonly referrers: Uint32Array<ArrayBuffer>;
  readonly countries: Uint32Array<ArrayBuffer>;
  readonly sources: Uint8Array<ArrayBuffer>;
  readonly eventIds: readonly (string | undefined)[];
}

/** Throws RangeError for a view that no caller may send: a visitor id of another length, a time that is no number. */
export function packViews(views: readonly View[]): PackedViews {
  const length = views.length;
  const texts = new TextIndex();
  const visitorBytes = new Uint8Array(length * 16);
  const packed = {
    length,
    timestamps: new Float64Array(length),
    visitors: new Uint32Array(visitorBytes.buffer),
    texts: texts.list,
    paths: new Uint32Array(length),
    agents: new Uint32Array(length),
    categories: new Uint8Array(length),
    clients: new Uint32Array(length),
    referrers: new Uint32Array(length),
    countries: new Uint32Array(length),
    sources: new Uint8Array(length),
    eventIds: views.map((view) => view.eventId),
  };
  views.forEach((view, index) => {
    if (view.visitor.length !== 16) throw new RangeError(`views[${index}].visitor must be 16 bytes`);
    if (!Number.isFinite(view.timestampMs)) throw new RangeError(`views[${index}].timestampMs must be a number`);
    packed.timestamps[index] = Math.floor(view.timestampMs);
    visitorBytes.set(view.visitor, index * 16);
    packed.paths[index] = texts.of(view.path);
    packed.agents[index] = texts.of(classificationText(view.classification));
    packed.categories[index] = trafficCategories.indexOf(view.classification.category);
    packed.clients[index] = texts.of(clientText(view.client));
    packed.referrers[index] = texts.of(view.referrer ?? '');
    packed.countries[index] = texts.of(view.country ?? '');
    packed.sources[index] = viewSources.indexOf(view.source);
  });
  return packed;
}

class TextIndex {
  readonly list: string[] = [''];
  readonly #indexes = new Map<string, number>([['', 0]]);

  of(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    // UTF-8 has no lone surrogates, so two texts that differ only in them must become one before they are numbered.
    const index = this.list.push(text.toWellFormed()) - 1;
    this.#indexes.set(text, index);
    return index;
  }
}

export function buffersOf(packed: PackedViews): ArrayBuffer[] {
  return Object.values(packed).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );
}
