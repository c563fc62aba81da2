import type { Classification } from '../visits/view.ts';
import { otherValue, type Reclassifier } from '../visits/visit-store.ts';
import type { TrafficClassifier } from './classify.ts';

/**
 * Applies the classifier in force to stored views, of which user agent and `Accept` are left. What rested on more than
 * these (a signature, an address, a path, client hints) cannot be decided anew: such views are renamed and moved with
 * their product where the catalogue has changed it, and otherwise stay as they are.
 */
export function createReclassifier(classifier: TrafficClassifier): Reclassifier {
  return (client, current) => {
    // What the user agent was is not known any more.
    if (client.userAgent === otherValue) return undefined;
    const now = classifier.classify({ source: 'log', userAgent: client.userAgent, accept: client.accept });
    const { category, product, operator } = now;
    if (current.evidence === 'user_agent' || current.evidence === 'accept' || current.evidence === undefined) {
      const { verdict, evidence } = now;
      return changed(current, { category, product, operator, verdict, evidence });
    }
    // A verified product goes by the same user agent as before, so what the catalogue now says of it holds.
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
