import { isPrivate } from '../../http/address.ts';
import { readClientAddress } from '../../http/client-address.ts';
import type { Step } from './step.ts';

/**
 * The client's address behind the project's trusted proxies. In a log, whose format is the operator's own choice, a
 * private peer that forwards is a proxy, too, and so is one that the log does not name.
 */
export const putAddress: Step = (draft, { settings }) => {
  const { ip, headers, source, ignoredAddressHeader } = draft.hit;
  if (headers === undefined) {
    draft.address = ip;
    draft.ignoredHeader = ignoredAddressHeader;
    return undefined;
  }
  const { address, ignoredHeader } = readClientAddress({
    peer: ip,
    header: (name) => headers[name],
    isTrusted: (hop) =>
      source === 'log' && (hop === undefined || isPrivate(hop))
        ? true
        : hop !== undefined && settings.trustedProxies.has(hop),
  });
  draft.address = address;
  draft.ignoredHeader = ignoredHeader;
  return undefined;
};
