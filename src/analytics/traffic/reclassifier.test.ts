import { describe, expect, it } from 'vitest';
import type { Classification } from '../visits/view.ts';
import { otherValue } from '../visits/visit-store.ts';
import { loadCatalogue, type Catalogue } from './catalogue.ts';
import { createTrafficClassifier } from './classify.ts';
import { createReclassifier } from './reclassifier.ts';

const shipped = loadCatalogue();
/** A later version that knows the agent Newcomer and has moved GPTBot. */
const later: Catalogue = {
  ...shipped,
  products: [
    ...shipped.products.map((product) =>
      product.id === 'gptbot' ? { ...product, category: 'ai_search' as const } : product,
    ),
    {
      id: 'newcomer',
      name: 'Newcomer',
      operator: 'new',
      category: 'coding_agent',
      tokens: ['Newcomer'],
      exact: [],
      ranges: [],
      reverseDns: [],
      exclusive: false,
      outsideBrowsers: false,
    },
  ],
};
const reclassify = createReclassifier(createTrafficClassifier(later));
const before = createTrafficClassifier(shipped);

function stored(request: { userAgent: string; ip?: string; url?: string; accept?: string }): Classification {
  const { category, product, operator, verdict, evidence } = before.classify({ source: 'log', ...request });
  return { category, product, operator, verdict, evidence };
}

describe('createReclassifier', () => {
  it('leaves alone whose user agent was not kept', () => {
    expect(
      reclassify({ userAgent: otherValue, accept: undefined }, stored({ userAgent: 'GPTBot/1.0' })),
    ).toBeUndefined();
  });

  it('names what was not known', () => {
    const request = { userAgent: 'Newcomer/1.0' };
    expect(reclassify({ ...request, accept: undefined }, stored(request))).toEqual({
      category: 'coding_agent',
      product: 'Newcomer',
      operator: 'new',
      verdict: 'unverifiable',
      evidence: 'user_agent',
    });
  });

  it('moves a proved product and keeps the proof', () => {
    const request = { userAgent: 'GPTBot/1.2', ip: '132.196.86.77' };
    expect(reclassify({ userAgent: request.userAgent, accept: undefined }, stored(request))).toEqual({
      category: 'ai_search',
      product: 'GPTBot',
      operator: 'openai',
      verdict: 'verified',
      evidence: 'address',
    });
  });

  it.each([
    ['nothing new', { userAgent: 'curl/8' }],
    ['an impostor', { userAgent: 'GPTBot/1.2', ip: '198.51.100.7' }],
    ['a Markdown path', { userAgent: 'curl/8', url: '/a.md' }],
    ['a Markdown reader', { userAgent: 'curl/8', accept: 'text/markdown' }],
  ])('leaves %s alone', (_name, request: { userAgent: string; ip?: string; url?: string; accept?: string }) => {
    expect(reclassify({ userAgent: request.userAgent, accept: request.accept }, stored(request))).toBeUndefined();
  });
});
