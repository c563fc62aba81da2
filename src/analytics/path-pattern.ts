import { createPatternMatch } from './visits/value-pattern.ts';

/** Whether a normalised path is meant. */
export type PathPattern = (path: string) => boolean;

/** A path in which `*` stands for any text, slashes too. */
export function createPathPattern(pattern: string): PathPattern {
  return createPatternMatch(pattern.split('*'));
}
