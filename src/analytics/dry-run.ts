import { randomBytes } from 'node:crypto';
import type { Project } from '../contract/project.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Hit } from './hit.ts';
import { createPipeline } from './pipeline.ts';
import type { RecordedHits } from './record-hits.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createVisitorKeyer } from './visitor-id.ts';
import type { TrafficCategory, View } from './visits/view.ts';

/** How many views are shown. */
const shown = 5;

/** Sends hits through a project's pipeline and keeps nothing but counts and the first views. */
export interface DryRun {
  readonly categories: ReadonlyMap<TrafficCategory, number>;
  readonly samples: readonly View[];
  deliver(hits: readonly Hit[]): Promise<RecordedHits>;
}

export function createDryRun(project: Project): DryRun {
  // Visitors of a dry run are nobody's business afterwards, so neither is the salt.
  const keyer = createVisitorKeyer(randomBytes(32));
  const pipeline = createPipeline({
    settings: project.settings.analytics,
    classifier: createTrafficClassifier(loadCatalogue()),
    clock: systemClock,
    visitorKeyerAt: () => keyer,
  });
  const categories = new Map<TrafficCategory, number>();
  const samples: View[] = [];
  return {
    categories,
    samples,
    deliver(hits) {
      const dropped: Record<string, number> = {};
      let accepted = 0;
      for (const hit of hits) {
        const outcome = pipeline(hit);
        if (outcome.kept === undefined) {
          dropped[outcome.dropped] = (dropped[outcome.dropped] ?? 0) + 1;
          continue;
        }
        accepted += 1;
        const { category } = outcome.kept.classification;
        categories.set(category, (categories.get(category) ?? 0) + 1);
        if (samples.length < shown) samples.push(outcome.kept);
      }
      return Promise.resolve({ accepted, dropped });
    },
  };
}
