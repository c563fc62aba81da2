import { identityOf } from '../visitor-id.ts';
import type { Step } from './step.ts';

export const putVisitor: Step = (draft, { settings, classifier, visitorKeyerAt }) => {
  const { hit, address, decision } = draft;
  if (decision === undefined) return 'no_identity';
  const reading = classifier.readUserAgent(hit.userAgent ?? '');
  const clues = { userId: hit.userId, visitorId: hit.visitorId, ip: address };
  const identity = identityOf(clues, decision, reading, settings.identity);
  if (identity === undefined) return 'no_identity';
  const keyer = visitorKeyerAt(hit.timestampMs);
  if (keyer === undefined) return 'salt_retired';
  draft.visitor = keyer(identity);
  return undefined;
};
