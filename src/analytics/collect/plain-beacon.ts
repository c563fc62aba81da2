import type { Beacon } from '../../contract/beacon.ts';
import { createPlainUrlCheck } from './plain-url.ts';

/**
 * A quick check that takes only what the contract's `Beacon` takes unchanged; a property test holds the two together.
 * False says nothing: the schema decides.
 */
export function createPlainBeaconCheck(): (value: unknown) => value is Beacon {
  const isUrl = createPlainUrlCheck();
  return (value): value is Beacon => {
    if (typeof value !== 'object' || value === null) return false;
    const { project, id, url, event, status, referrer, visitorId, hints, ...unknownFields } = value as Record<
      string,
      unknown
    >;
    for (const _ in unknownFields) return false;
    return (
      isText(project, 1, 64) &&
      typeof id === 'string' &&
      beaconId.test(id) &&
      isUrl(url) &&
      (event === undefined || isText(event, 1, 100)) &&
      (status === undefined || (Number.isInteger(status) && (status as number) >= 100 && (status as number) <= 599)) &&
      (referrer === undefined || isText(referrer, 0, 2048)) &&
      (visitorId === undefined || isText(visitorId, 1, 64)) &&
      Array.isArray(hints) &&
      hints.length === 0
    );
  };
}

const beaconId = /^[0-9a-f]{32}$/;

function isText(value: unknown, shortest: number, longest: number): boolean {
  return typeof value === 'string' && value.length >= shortest && value.length <= longest;
}
