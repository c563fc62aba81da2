import { expect, it } from 'vitest';
import { isOneLetterOff } from './one-letter-off.ts';

it('tells names that one letter tells apart', () => {
  const isOff = (other: string): boolean => isOneLetterOff('resources', other, 6);
  expect(['ressources', 'resouces', 'resoucres', 'resourzes', 'resource'].filter(isOff)).toHaveLength(5);
  expect(['resources', 'resources2', 'resource1', 'ressourcess', 'resuocres', 'courses'].filter(isOff)).toEqual([]);
  expect(isOneLetterOff('faqs', 'faq', 6)).toBe(false);
});
