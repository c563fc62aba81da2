import type { View } from '../../src/analytics/visits/view.ts';
import { otherValue, type DailyLimits } from '../../src/analytics/visits/visit-store.ts';

type Texts = Record<string, string | undefined>;

/** Sets of what a day holds of each text that senders choose. */
export class TextsOfDay {
  readonly #limits: DailyLimits;
  readonly #known = new Map<string, Set<string>>();

  constructor(limits: DailyLimits, views: readonly View[] = []) {
    this.#limits = limits;
    for (const view of views) this.fold(view);
  }

  /** The view as it is kept, which is itself where there is room for all that it says. */
  fold(view: View): View {
    const { path, client, referrer, context } = view;
    const texts: Texts = { path, userAgent: client.userAgent, referrer };
    const { status, ...ofContext } = context ?? { status: undefined };
    const [kept, keptContext] = [this.#foldAll(texts), this.#foldAll(ofContext)];
    if (kept === texts && keptContext === ofContext) return view;
    const isOther = kept['userAgent'] !== client.userAgent;
    return {
      ...view,
      path: kept['path'] ?? '',
      referrer: kept['referrer'],
      client: isOther ? { userAgent: otherValue, accept: undefined } : client,
      context: context && ({ ...keptContext, status } as View['context']),
    };
  }

  #foldAll(texts: Texts): Texts {
    const kept = Object.entries(texts).map(([name, text]) => [name, this.#foldOne(name, text)] as const);
    return kept.every(([name, text]) => text === texts[name]) ? texts : Object.fromEntries(kept);
  }

  #foldOne(name: string, text: string | undefined): string | undefined {
    if (text === undefined || text === otherValue) return text;
    const known = this.#known.get(name) ?? new Set();
    this.#known.set(name, known);
    if (!known.has(text) && known.size >= (name === 'path' ? this.#limits.paths : this.#limits.values))
      return otherValue;
    known.add(text);
    return text;
  }
}
