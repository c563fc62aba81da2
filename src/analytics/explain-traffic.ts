import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier, type TrafficDecision, type TrafficEvidence } from './traffic/classify.ts';
import { defaultMapping } from './visits/visit-store.ts';

export type { TrafficEvidence } from './traffic/classify.ts';

/** Who makes a request, by which rule, and as what it is counted unless a project says otherwise. */
export interface TrafficExplanation extends TrafficDecision {
  readonly countedAs: 'human' | 'ai' | 'neither';
  /** Version of the catalogue that decided. */
  readonly catalogue: string;
}

/** Needs no server and no data directory. */
export function explainTraffic(evidence: TrafficEvidence): TrafficExplanation {
  const classifier = createTrafficClassifier(loadCatalogue());
  const decision = classifier.classify(evidence);
  return { ...decision, countedAs: countedAs(decision), catalogue: classifier.catalogueVersion };
}

function countedAs({ category }: TrafficDecision): TrafficExplanation['countedAs'] {
  if (defaultMapping.human.includes(category)) return 'human';
  return defaultMapping.ai.includes(category) ? 'ai' : 'neither';
}
