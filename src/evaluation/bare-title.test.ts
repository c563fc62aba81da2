import { expect, it } from 'vitest';
import { isBareTitle } from './bare-title.ts';

it.each([
  'Update README.md',
  'fix typo',
  'Explain webhook retries',
  'docs: update docs',
  'Update the documentation again',
  'Release notes for version 2',
  'docs(guide): fix a typo in the docs',
  'wip more small wording changes',
  '',
])('%j tells nobody what to do', (title) => {
  expect(isBareTitle(title)).toBe(true);
});

it.each([
  'Explain how retries are counted',
  'docs(api): document the new timeout option',
  'Fix the broken link to webhooks',
  'Adds a section about footnotes',
  'Sort the sidebar by use',
])('%j is a task', (title) => {
  expect(isBareTitle(title)).toBe(false);
});
