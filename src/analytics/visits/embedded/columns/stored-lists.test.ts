import { expect, it } from 'vitest';
import { trafficCategories, viewSources } from '../../view.ts';

// Segments hold positions in these lists. New entries go to the end, and to the end here; any other change gives every
// stored view another meaning and needs a migration.

it('keeps the order of the categories that stored views refer to', () => {
  expect(trafficCategories).toEqual([
    'human',
    'assistant',
    'coding_agent',
    'markdown_client',
    'ai_search',
    'ai_training',
    'search_engine',
    'seo',
    'preview',
    'monitor',
    'feed',
    'http_client',
    'headless',
    'other_bot',
  ]);
});

it('has room for every category in the five bits that a stored row gives it', () => {
  expect(trafficCategories.length).toBeLessThanOrEqual(32);
});

it('keeps the order of the sources that stored views refer to', () => {
  expect(viewSources).toEqual(['tracker', 'server', 'drain', 'log']);
});
