import type { Classification } from '../visits/view.ts';
import { otherValue, type Reclassifier } from '../visits/visit-store.ts';
import type { TrafficClassifier } from './classify.ts';

/**
 * Applies the current classifier to stored views, which keep only user agent and `Accept`. Classifications by other
 * evidence (signature, address, path, client hints) stay, unless the catalogue has changed the verified product itself.
 */
export function createReclassifier(classifier: TrafficClassifier): Reclassifier {
  return (client, current) => {
    // The user agent was not stored.
    if (client.userAgent === otherValue) return undefined;
    const now = classifier.classify({ source: 'log', userAgent: client.userAgent, accept: client.accept });
    const { category, product, operator } = now;
    if (current.evidence === 'user_agent' || current.evidence === 'accept' || current.evidence === undefined) {
      const { verdict, evidence } = now;
      return changed(current, { category, product, operator, verdict, evidence });
    }
    // A verified product still has the same user agent, so the catalogue's new entry applies to it.
    const proved = current.verdict === 'verified' && current.evidence !== 'signature' && now.verdict === 'unverifiable';
    return proved ? changed(current, { ...current, category, product, operator }) : undefined;
  };
}

function changed(before: Classification, after: Classification): Classification | undefined {
  const same =
    before.category === after.category &&
    before.product === after.product &&
    before.operator === after.operator &&
    before.verdict === after.verdict &&
    before.evidence === after.evidence;
  return same ? undefined : after;
}
