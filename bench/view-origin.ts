import type { ViewSource } from '../src/analytics/visits/view.ts';

/** What a generated view says beside page, visitor, time and category. Undefined: nothing. */
export interface ViewOrigin {
  readonly product: string | undefined;
  readonly referrer: string | undefined;
  readonly country: string | undefined;
  readonly source: ViewSource;
}

const products: Readonly<Record<number, readonly string[]>> = {
  1: ['ChatGPT', 'Claude', 'Perplexity'],
  2: ['Claude Code', 'Cursor', 'Codex', 'Gemini CLI'],
};
const countries = Array.from({ length: 120 }, (_, index) =>
  String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
);
const referrers = Array.from({ length: 2_000 }, (_, index) => `site-${index}.example`);

/**
 * Follows from what is generated already, so it needs no room: products and countries belong to the visitor (1 in 20
 * has no country), referrers to the view (half of the views have none). Low places of a list come far more often.
 */
export function originOf(visitor: number, category: number, index: number): ViewOrigin {
  const ofVisitor = spread(visitor);
  const ofView = spread(index + 0x5bd1);
  const named = products[category] ?? [];
  return {
    product: named[Math.floor(ofVisitor * named.length)],
    country: ofVisitor < 0.05 ? undefined : countries[skewed((ofVisitor - 0.05) / 0.95, countries.length)],
    referrer: ofView < 0.5 ? undefined : referrers[skewed(ofView * 2 - 1, referrers.length)],
    source: category === 0 ? 'tracker' : 'server',
  };
}

function skewed(place: number, length: number): number {
  return Math.floor(place ** 4 * length);
}

/** In [0, 1). */
function spread(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x45d9f3b);
  return (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32;
}
