import { CallValue, isTold } from './evaluated-values.ts';
import { recordOf } from './narrow.ts';

/** What is known of settings, and whether anything else may be in them. */
export interface WholeSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /** False where a function makes the settings, or they take in what only running them tells. */
  readonly isWhole: boolean;
}

/**
 * Of settings that a function makes of others, these are read: what it is given is most of what it makes of it. `decisive`
 * names the settings that say at which addresses a site has its pages.
 */
export function wholeSettings(exported: unknown, decisive: readonly string[]): WholeSettings {
  const given = exported instanceof CallValue ? exported.args.map(recordOf) : [];
  const [largest = {}] = given.toSorted((one, other) => Object.keys(other).length - Object.keys(one).length);
  const settings = exported instanceof CallValue ? largest : recordOf(exported);
  const isMade = exported instanceof CallValue || typeof exported !== 'object' || exported === null;
  return {
    settings,
    isWhole: !isMade && isTold(settings['...']) && decisive.every((name) => isTold(settings[name])),
  };
}
