import type { Beacon } from '../../contract/beacon.ts';
import type { Hit } from '../hit.ts';

/** What the request that carries a beacon tells about the reader. */
export interface BeaconRequest {
  /** Milliseconds since the epoch when it arrived. */
  readonly receivedMs: number;
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
  readonly ignoredAddressHeader?: string | undefined;
}

/** A page view of the tracker. Any sign of automation makes it a driven browser's. */
export function hitOfBeacon(beacon: Beacon, request: BeaconRequest): Hit {
  return {
    source: 'tracker',
    timestampMs: request.receivedMs,
    url: beacon.url,
    ip: request.ip,
    userAgent: request.userAgent,
    method: 'GET',
    // Only a page load has a status, and not every browser tells it.
    status: beacon.status ?? 200,
    referrer: beacon.referrer,
    event: beacon.event,
    // The headers of the beacon are those of a script, not of a page load: none of them is kept.
    ignoredAddressHeader: request.ignoredAddressHeader,
    visitorId: beacon.visitorId,
    eventId: beacon.id,
    automated: beacon.hints.length > 0,
  };
}
