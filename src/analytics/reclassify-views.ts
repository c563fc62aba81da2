import type { Catalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createReclassifier } from './traffic/reclassifier.ts';
import type { VisitStore } from './visits/visit-store.ts';

/** Applies the catalogue of this version to the stored views of a project; visitors stay who they are. */
export type ReclassifyViews = (
  projectId: string,
) => Promise<Awaited<ReturnType<VisitStore['reclassify']>> & { readonly catalogue: string }>;

export function createReclassifyViews({
  store,
  catalogue,
}: {
  store: Pick<VisitStore, 'reclassify'>;
  catalogue: Catalogue;
}): ReclassifyViews {
  return async (projectId) => {
    const classifier = createTrafficClassifier(catalogue);
    const outcome = await store.reclassify(projectId, createReclassifier(classifier));
    return { ...outcome, catalogue: classifier.catalogueVersion };
  };
}
