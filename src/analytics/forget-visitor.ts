import { InvalidRequest } from '../http/errors.ts';
import { duration, type Clock } from '../kernel/clock.ts';
import type { Projects } from '../projects/projects.ts';
import type { Erasures } from './erasures.ts';
import { addressKey } from '../http/address.ts';
import type { TrafficClassifier } from './traffic/classify.ts';
import { identityOf, type IdentityClues } from './visitor-id.ts';
import type { VisitorSalts } from './visitor-salts.ts';
import type { DeleteOutcome, VisitStore } from './visits/visit-store.ts';

/**
 * What is known of the person who wants to be forgotten; one of the ids, or an address with the browser it was used
 * with.
 */
export interface VisitorClues extends IdentityClues {
  /** Part of who a visitor is, unless the project tells visitors apart by their address alone. */
  readonly userAgent?: string | undefined;
}

/**
 * Removes every view of a visitor, for good: see `erasures.ts`. Views hold no more than keyed ids, so the clues are keyed
 * again with each salt that still exists; views of a period whose salt is deleted cannot be linked to anybody any more, and
 * stay. Throws `InvalidRequest` for what is no address.
 */
export type ForgetVisitor = (projectId: string, clues: VisitorClues) => Promise<DeleteOutcome>;

/** As far back as logs of periods without a salt may still be imported: see `visitor-salts.ts`. */
const saltedDays = 7;

export function createForgetVisitor({
  store,
  projects,
  salts,
  erasures,
  classifier,
  clock,
}: {
  store: Pick<VisitStore, 'deleteVisitor'>;
  projects: Pick<Projects, 'require'>;
  salts: Pick<VisitorSalts, 'everyKeyer' | 'keyersFor'>;
  erasures: Pick<Erasures, 'note'>;
  classifier: TrafficClassifier;
  clock: Clock;
}): ForgetVisitor {
  return async (projectId, clues) => {
    if (clues.ip !== undefined && addressKey(clues.ip) === undefined) {
      throw new InvalidRequest([{ field: 'ip', message: 'is not an IPv4 or IPv6 address' }]);
    }
    const identities = identitiesOf(clues, classifier);
    const { saltLife } = (await projects.require(projectId)).settings.analytics;
    // Logs of these days may come later, and would be keyed with salts that are only made then.
    const days = Array.from({ length: saltedDays }, (_, index) => clock.now() - index * duration.day);
    await salts.keyersFor({ id: projectId, saltLife }, days);
    const keyers = await salts.everyKeyer(projectId);
    const visitors = keyers.flatMap((keyer) => [...identities].map((identity) => keyer(identity)));
    await erasures.note(
      projectId,
      visitors.map((visitor) => ({ visitor })),
    );
    let views = 0;
    // Twice: what was on its way past the note is there the second time.
    for (const visitor of [...visitors, ...visitors]) views += (await store.deleteVisitor(projectId, visitor)).views;
    return { views };
  };
}

/** As a page or as Markdown, by either rule: the project's rule may have been another when the views were counted. */
function identitiesOf(clues: VisitorClues, classifier: TrafficClassifier): Set<string> {
  const { userAgent = '', ip } = clues;
  const reading = classifier.readUserAgent(userAgent);
  const identities = new Set<string>();
  for (const accept of [undefined, 'text/markdown']) {
    const decision = classifier.classify({ source: 'server', userAgent, accept, ip });
    for (const rule of ['device', 'network'] as const) {
      const identity = identityOf(clues, decision, reading, rule);
      if (identity !== undefined) identities.add(identity);
    }
  }
  return identities;
}
