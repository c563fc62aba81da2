import { identityOf } from '../visitor-id.ts';
import type { Step } from './step.ts';

export const putVisitor: Step = (draft, { settings, visitorKeyerAt }) => {
  const { hit, address, reading, decision } = draft;
  if (decision === undefined || reading === undefined) return 'no_identity';
  const clues = { userId: hit.userId, visitorId: hit.visitorId, ip: address };
  const identity = identityOf(clues, decision, reading, settings.identity);
  if (identity === undefined) return 'no_identity';
  const keyer = visitorKeyerAt(hit.timestampMs);
  if (keyer === undefined) return 'salt_retired';
  draft.visitor = keyer(identity);
  return undefined;
};
