import type { CountryLookup } from '../countries/country-lookup.ts';
import type { CompiledSettings } from '../compiled-settings.ts';
import type { DropReason } from '../drop-reason.ts';
import type { Hit } from '../hit.ts';
import type { TrafficClassifier, TrafficDecision } from '../traffic/classify.ts';
import type { UserAgentReading } from '../traffic/user-agent-reader.ts';
import type { ViewContext } from '../visits/view.ts';
import type { VisitorKeyer } from '../visitor-id.ts';

/** A hit on its way to a view. `put-*` steps add the fields below `hit`, in this order, and change nothing else. */
export interface Draft {
  readonly hit: Hit;
  /** Address of the client, behind trusted proxies. */
  address: string | undefined;
  /** A forwarding header of a peer that is no trusted proxy. */
  ignoredHeader: string | undefined;
  /** Normalised page path. */
  path: string;
  /** What the user agent says by itself. */
  reading: UserAgentReading | undefined;
  decision: TrafficDecision | undefined;
  visitor: Uint8Array | undefined;
  country: string | undefined;
  context: ViewContext | undefined;
}

/** What steps may ask besides the hit. */
export interface StepContext {
  readonly settings: CompiledSettings;
  readonly classifier: TrafficClassifier;
  /** Keys identities of that moment; undefined when its salt is deleted. */
  readonly visitorKeyerAt: (timestampMs: number) => VisitorKeyer | undefined;
  /** Reverse-DNS name of an address, confirmed forward, where it is already known. */
  readonly confirmedHostName: (address: string) => string | undefined;
  /** Country of an address; undefined where nobody knows. */
  readonly countryOf: CountryLookup;
  /** Milliseconds since the epoch when processing began. */
  readonly nowMs: number;
}

/** Returns the reason to drop the hit, or undefined to go on. Never throws. */
export type Step = (draft: Draft, context: StepContext) => DropReason | undefined;
