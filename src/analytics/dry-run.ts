import { randomBytes } from 'node:crypto';
import type { Project } from '../contract/project.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import type { CountryLookup } from './countries/country-lookup.ts';
import { digestOf, digestWords, putDigest } from './digest.ts';
import type { Hit } from './hit.ts';
import { IdTable } from './id-table.ts';
import { createPipeline } from './pipeline.ts';
import { isPerson, type RecordedHits } from './record-hits.ts';
import type { TrafficClassifier } from './traffic/classify.ts';
import { createVisitorKeyer } from './visitor-id.ts';
import type { VisitorSalts } from './visitor-salts.ts';
import type { TrafficCategory, View } from './visits/view.ts';
import type { VisitStore } from './visits/visit-store.ts';

/** How many views are shown. */
const shown = 5;

/** Sends hits through a project's pipeline and keeps nothing but counts and the first views. */
export interface DryRun {
  /** Of the views that would be kept. */
  readonly categories: ReadonlyMap<TrafficCategory, number>;
  readonly samples: readonly View[];
  /** What recording the hits would answer, after those that were delivered here before. */
  deliver(hits: readonly Hit[]): Promise<RecordedHits>;
}

export type CreateDryRun = (project: Project) => DryRun;

/** Takes what `createRecordHits` takes, so that both decide alike. */
export function createDryRuns({
  store,
  salts,
  classifier,
  confirmedHostName,
  countryOf,
  clock,
}: {
  store: Pick<VisitStore, 'findKept'>;
  salts: Pick<VisitorSalts, 'isRetiredAt'>;
  classifier: TrafficClassifier;
  confirmedHostName?: ((address: string) => string | undefined) | undefined;
  countryOf?: CountryLookup | undefined;
  clock: Clock;
}): CreateDryRun {
  return (project) => {
    const { analytics } = project.settings;
    // Visitors of a dry run are nobody's business afterwards, so neither is the salt.
    const keyer = createVisitorKeyer(randomBytes(32));
    const pipeline = createPipeline({
      settings: analytics,
      classifier,
      clock,
      visitorKeyerAt: (timestampMs) => (salts.isRetiredAt(analytics.saltLife, timestampMs) ? undefined : keyer),
      confirmedHostName,
      countryOf,
    });
    const delivered = new IdTable();
    const event = new Uint32Array(digestWords);
    const categories = new Map<TrafficCategory, number>();
    const samples: View[] = [];

    /** Once per event and day, as the store keeps it. */
    const isFirst = ({ eventId, timestampMs }: View): boolean => {
      if (eventId === undefined || eventId === '') return true;
      putDigest(digestOf(`${Math.floor(timestampMs / duration.day)} ${eventId}`), event);
      return delivered.find(event, 0) < 0 && delivered.add(event, 0) >= 0;
    };

    return {
      categories,
      samples,
      async deliver(hits) {
        const dropped: Record<string, number> = {};
        const drop = (reason: string) => (dropped[reason] = (dropped[reason] ?? 0) + 1);
        const views: View[] = [];
        let people = 0;
        for (const hit of hits) {
          const outcome = pipeline(hit);
          if (outcome.kept !== undefined && isPerson(outcome.kept)) people += 1;
          if (outcome.kept === undefined) drop(outcome.dropped);
          else if (isFirst(outcome.kept)) views.push(outcome.kept);
          else drop('duplicate');
        }
        const keptFlags = await store.findKept(
          project.id,
          views.map(({ timestampMs, eventId = '' }) => ({ timestampMs, eventId })),
        );
        let accepted = 0;
        for (const [index, view] of views.entries()) {
          if (view.eventId && keptFlags[index] === true) {
            drop('duplicate');
            continue;
          }
          accepted += 1;
          const { category } = view.classification;
          categories.set(category, (categories.get(category) ?? 0) + 1);
          if (samples.length < shown) samples.push(view);
        }
        return { accepted, dropped, people };
      },
    };
  };
}
