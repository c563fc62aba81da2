import { addressKey } from '../../http/address.ts';
import type { Step } from './step.ts';

export const dropExcluded: Step = ({ hit, address, path }, { settings }) => {
  const { networks, userAgents, paths } = settings.exclude;
  if (paths.length > 0 && paths.some((isMeant) => isMeant(path))) return 'excluded';
  if (userAgents.length > 0 && hit.userAgent) {
    const userAgent = hit.userAgent.toLowerCase();
    if (userAgents.some((part) => userAgent.includes(part))) return 'excluded';
  }
  if (networks.size === 0 || address === undefined) return undefined;
  const key = addressKey(address);
  return key !== undefined && networks.has(key) ? 'excluded' : undefined;
};
