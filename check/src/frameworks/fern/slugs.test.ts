import { expect, it } from 'vitest';
import { fernSlugs } from './slugs.ts';

// The first of each is what `kebabCase` of lodash 4.17 makes of it.
it.each([
  ['Get started', ['get-started']],
  ['Swap APIs', ['swap-ap-is', 'swap-apis']],
  ['0x CLI', ['0-x-cli', '0x-cli']],
  ["What's new in v2.0?", ['whats-new-in-v-2-0', 'whats-new-in-v2-0']],
  ['HTMLParser', ['html-parser', 'htmlparser']],
  ['Safety & Limits', ['safety-limits']],
  ['部署', ['部署']],
  ['', ['']],
])('makes of the title %s the addresses %j', (title, slugs) => {
  expect(fernSlugs(title)).toEqual(slugs);
});
