import type { Project } from '../contract/project.ts';
import { trafficCategories } from './visits/view.ts';
import { defaultMapping, type ClassMapping } from './visits/visit-store.ts';

/** The project's own definition of AI. */
export function mappingOf({ settings }: Pick<Project, 'settings'>): ClassMapping {
  const { aiCategories, humanSource } = settings.analytics;
  return { human: defaultMapping.human, ai: [...defaultMapping.ai, ...aiCategories], humanSource };
}

/** The categories that a mapping leaves out, as one class. */
export function uncountedBy({ human, ai }: ClassMapping): ClassMapping {
  const counted = new Set([...human, ...ai]);
  return { human: [], ai: trafficCategories.filter((category) => !counted.has(category)), humanSource: 'both' };
}

/** Every view, as one class. */
export const everything: ClassMapping = { human: [], ai: trafficCategories, humanSource: 'both' };
