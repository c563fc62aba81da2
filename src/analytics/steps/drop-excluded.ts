import { addressKey } from '../traffic/address.ts';
import type { Step } from './step.ts';

export const dropExcluded: Step = ({ hit, address, path }, { settings }) => {
  if (settings.excludedPaths.has(path)) return 'excluded';
  for (const prefix of settings.excludedPathPrefixes) if (path.startsWith(prefix)) return 'excluded';
  if (settings.excludedUserAgents.length > 0 && hit.userAgent) {
    const userAgent = hit.userAgent.toLowerCase();
    if (settings.excludedUserAgents.some((part) => userAgent.includes(part))) return 'excluded';
  }
  if (settings.excludedAddresses.size === 0 || address === undefined) return undefined;
  const key = addressKey(address);
  return key !== undefined && settings.excludedAddresses.has(key) ? 'excluded' : undefined;
};
