import { addressKey, isPrivate } from '../traffic/address.ts';
import type { Step } from './step.ts';

/**
 * The client's address: the peer's, or, while the peer is a trusted proxy, the one that it forwarded for, read from the
 * right. Whatever stands left of the first stranger was written by that stranger and is not believed. In a log, whose
 * format is the operator's own choice, a private peer that forwards is a proxy, too.
 */
export const putAddress: Step = (draft, { settings }) => {
  draft.address = draft.hit.ip;
  const forwarded = draft.hit.headers?.['x-forwarded-for'];
  const isFromLog = draft.hit.source === 'log';
  if (forwarded === undefined || (settings.trustedProxies.size === 0 && !isFromLog)) return undefined;
  const hops = forwarded.split(',');
  while (hops.length > 0) {
    const key = draft.address === undefined ? undefined : addressKey(draft.address);
    if (key === undefined || !(settings.trustedProxies.has(key) || (isFromLog && isPrivate(key)))) break;
    draft.address = hops.pop()?.trim();
  }
  return undefined;
};
