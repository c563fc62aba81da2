import { createHash } from 'node:crypto';
import type { AnalyticsSettings } from '../contract/project.ts';
import type { Clock } from '../kernel/clock.ts';
import { compileSettings } from './compiled-settings.ts';
import type { SeenReader } from './arrivals.ts';
import type { CountryLookup } from './countries/country-lookup.ts';
import type { DropReason } from './drop-reason.ts';
import type { Hit } from './hit.ts';
import { referrerHost } from './referrer.ts';
import { dropAsset } from './steps/drop-asset.ts';
import { dropExcluded } from './steps/drop-excluded.ts';
import { dropClockSkew, dropOwnCheck, dropUnknownHost } from './steps/drop-foreign.ts';
import { dropPrefetch } from './steps/drop-prefetch.ts';
import { dropFound, dropMethod, dropStatus } from './steps/drop-request.ts';
import { putAddress } from './steps/put-address.ts';
import { putContext } from './steps/put-context.ts';
import { putCountry } from './steps/put-country.ts';
import { putPath } from './steps/put-path.ts';
import { putTraffic } from './steps/put-traffic.ts';
import { putVisitor } from './steps/put-visitor.ts';
import type { Draft, Step } from './steps/step.ts';
import type { TrafficClassifier } from './traffic/classify.ts';
import type { View } from './visits/view.ts';
import type { VisitorKeyer } from './visitor-id.ts';

/** The way of every hit, in this order. The cheap and common reasons to drop come first. */
const steps: readonly Step[] = [
  dropMethod,
  dropStatus,
  dropAsset,
  dropPrefetch,
  dropUnknownHost,
  dropClockSkew,
  dropOwnCheck,
  putAddress,
  putPath,
  dropExcluded,
  putTraffic,
  putVisitor,
  putCountry,
  putContext,
];

/** The same for what was asked for and is not there. */
const stepsOfMissing = steps.map((step) => (step === dropStatus ? dropFound : step));

type HitOutcome =
  { readonly kept: View; readonly dropped?: never } | { readonly dropped: DropReason; readonly kept?: never };

/** Turns one hit into a view or a reason; pure but for caches, never throws. */
export type Pipeline = (hit: Hit) => HitOutcome;

/** Longest texts that a view carries, in UTF-16 code units; longer ones are cut. */
const longestUserAgent = 512;
const longestAccept = 256;
const longestEventId = 128;

/** The pipeline of one project. Make it once and keep it while the settings stay the same. */
export function createPipeline(options: {
  settings: AnalyticsSettings;
  classifier: TrafficClassifier;
  clock: Clock;
  /** Keys identities of that moment; undefined when its salt is deleted. */
  visitorKeyerAt: (timestampMs: number) => VisitorKeyer | undefined;
  /** See `traffic/reverse-dns.ts`; left out, host names prove nothing. */
  confirmedHostName?: ((address: string) => string | undefined) | undefined;
  /** Left out, only what sources say of countries is known. */
  countryOf?: CountryLookup | undefined;
  /** Told of each person whose view is kept, and whose address is known. */
  noteReader?: ((reader: SeenReader) => void) | undefined;
  /** Keeps what was not found in place of what was. */
  ofMissing?: boolean;
}): Pipeline {
  const { classifier, visitorKeyerAt, clock } = options;
  const settings = compileSettings(options.settings);
  const { confirmedHostName = () => undefined, countryOf = () => undefined } = options;
  const way = options.ofMissing === true ? stepsOfMissing : steps;
  const context = { settings, classifier, visitorKeyerAt, confirmedHostName, countryOf, nowMs: 0 };

  return (hit) => {
    const draft: Draft = {
      hit,
      address: undefined,
      ignoredHeader: undefined,
      path: '',
      reading: undefined,
      decision: undefined,
      visitor: undefined,
      country: undefined,
      context: undefined,
    };
    context.nowMs = clock.now();
    for (const step of way) {
      const reason = step(draft, context);
      if (reason !== undefined) return { dropped: reason };
    }
    const { decision, visitor } = draft;
    if (decision === undefined || visitor === undefined) return { dropped: 'no_identity' };
    if (decision.category === 'human' && draft.address !== undefined) {
      options.noteReader?.({ source: hit.source, address: draft.address, ignoredHeader: draft.ignoredHeader });
    }
    return { kept: viewOf(draft, decision, visitor) };
  };
}

function viewOf(
  { hit, path, country, context }: Draft,
  decision: NonNullable<Draft['decision']>,
  visitor: Uint8Array,
): View {
  return {
    timestampMs: hit.timestampMs,
    visitor,
    path,
    classification: decision,
    client: {
      userAgent: (hit.userAgent ?? '').slice(0, longestUserAgent),
      accept: hit.accept?.slice(0, longestAccept),
    },
    referrer: referrerHost(hit.referrer, hit.host),
    country,
    source: hit.source,
    context,
    eventId: hit.eventId && boundedId(hit.eventId),
  };
}

/** Long ids are replaced by their hash: cut, two of them could become one. */
export function boundedId(id: string): string {
  return id.length <= longestEventId ? id : createHash('sha256').update(id).digest('base64url');
}
