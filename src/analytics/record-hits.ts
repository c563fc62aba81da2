import type { Project } from '../contract/project.ts';
import type { Clock } from '../kernel/clock.ts';
import { duration } from '../kernel/clock.ts';
import type { CountryLookup } from './countries/country-lookup.ts';
import type { Arrivals, SeenReader } from './arrivals.ts';
import { dropReasons, type DropReason, type RejectionReason } from './drop-reason.ts';
import type { Hit } from './hit.ts';
import { takeTurns, type Metered } from './in-turns.ts';
import { isMissing, missingOf } from './missing-pages.ts';
import { mostAhead } from './steps/drop-foreign.ts';
import { ProjectNotFound } from '../projects/errors.ts';
import type { ScreenViews } from './erasures.ts';
import { boundedId, createPipeline, type Pipeline } from './pipeline.ts';
import type { TrafficClassifier } from './traffic/classify.ts';
import type { VisitorKeyer } from './visitor-id.ts';
import type { VisitorSalts } from './visitor-salts.ts';
import type { View } from './visits/view.ts';
import type { VisitStore } from './visits/visit-store.ts';

export interface RecordedHits {
  /** Views that are new; they are on disk. */
  readonly accepted: number;
  /** Why the others are not, `duplicate` for those whose event id was known. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Views of people, those that were known already among them. */
  readonly people: number;
}

/** Sends hits through the pipeline of their project and keeps what comes out; resolves when that is durable. */
export type RecordHits = (
  project: Project,
  hits: readonly Hit[],
  delivery?: {
    readonly metered?: Metered;
    /** What came beside the hits and could not be read; counted among the drops of today. */
    readonly rejections?: readonly RejectionReason[];
    readonly ignoredFields?: ReadonlyMap<string, number>;
  },
) => Promise<RecordedHits>;

export function createRecordHits({
  store,
  salts,
  classifier,
  confirmedHostName,
  countryOf,
  screen = keepAll,
  arrivals,
  clock,
}: {
  store: VisitStore;
  salts: VisitorSalts;
  classifier: TrafficClassifier;
  /** See `traffic/reverse-dns.ts`; left out, host names prove nothing. */
  confirmedHostName?: ((address: string) => string | undefined) | undefined;
  countryOf?: CountryLookup | undefined;
  /** See `erasures.ts`; left out, nothing was ever erased. */
  screen?: ScreenViews | undefined;
  /** Left out, nobody asks how views arrive. */
  arrivals?: Pick<Arrivals, 'note'> | undefined;
  clock: Clock;
}): RecordHits {
  /** One pipeline per project for as long as its settings stay the same. */
  const pipelines = new Map<
    string,
    { readonly version: string; run: Pipeline; runMissing: Pipeline; keyers: KeyerLookup; readers: ReaderNotes }
  >();

  const pipelineOf = (project: Project) => {
    const cached = pipelines.get(project.id);
    if (cached?.version === project.updatedAt) return cached;
    const keyers: KeyerLookup = { at: () => undefined };
    const readers: ReaderNotes = { note: () => undefined };
    const ground = {
      settings: project.settings.analytics,
      classifier,
      clock,
      visitorKeyerAt: (timestampMs: number) => keyers.at(timestampMs),
      confirmedHostName,
      countryOf,
    };
    const run = createPipeline({
      ...ground,
      noteReader: (reader) => {
        readers.note(reader);
      },
    });
    // Of an error page the type says nothing of what was asked for.
    const runMissing = createPipeline({ ...ground, ofMissing: true });
    const created = { version: project.updatedAt, run, runMissing, keyers, readers };
    pipelines.set(project.id, created);
    return created;
  };

  return async (project, hits, { metered, rejections = [], ignoredFields } = {}) => {
    const pipeline = pipelineOf(project);
    const { saltLife } = project.settings.analytics;
    const keyerAt = await salts.keyersFor(
      { id: project.id, saltLife },
      hits.map((hit) => hit.timestampMs).filter((time) => isBelievable(time, clock)),
    );
    const views: View[] = [];
    const missing: View[] = [];
    const drops = new Map<string, CountedDrop>();
    const seen: SeenReader[] = [];
    const noteReader = (reader: SeenReader) => void seen.push(reader);
    const take = (hit: Hit): void => {
      // Set each time: another request of the project may have run in between with salts of its own.
      pipeline.keyers.at = keyerAt;
      pipeline.readers.note = noteReader;
      const outcome = pipeline.run(hit);
      if (outcome.kept !== undefined) views.push(outcome.kept);
      else {
        const missingView = isMissing(hit.status)
          ? pipeline.runMissing({ ...hit, contentType: undefined }).kept
          : undefined;
        if (missingView !== undefined) missing.push(missingView);
        countDrop(drops, outcome.dropped, { day: dayOf(hit.timestampMs, clock), eventId: hit.eventId });
      }
    };
    await takeTurns(hits, take, metered);
    const today = dayOf(clock.now(), clock);
    for (const reason of rejections) countDrop(drops, reason, { day: today, eventId: undefined });
    const isErased = await screen(project.id, [...views, ...missing]);
    // Removed while its settings were remembered.
    if (isErased === undefined) throw new ProjectNotFound(project.id);
    const [kept, keptMissing] = [views, missing].map((all) => all.filter((view) => !isErased(view))) as [
      View[],
      View[],
    ];
    // Together, so that they share a commit.
    const [{ accepted, duplicates }] = await Promise.all([
      store.append(project.id, kept, [...drops.values()]),
      keptMissing.length > 0 && store.append(missingOf(project.id), keptMissing),
    ]);
    await arrivals?.note(project.id, { readers: seen, ignoredFields });
    const dropped: Record<string, number> = {};
    for (const { reason, count } of drops.values())
      // The sender is told of each of the others by its place.
      if (reason in dropReasons) dropped[reason] = (dropped[reason] ?? 0) + count;
    if (duplicates > 0) dropped['duplicate'] = duplicates;
    // Told to the sender alone: nothing of what was erased is stored, not even that it came again.
    if (kept.length < views.length) dropped['erased'] = views.length - kept.length;
    return { accepted, dropped, people: kept.filter(isPerson).length };
  };
}

const keepAll: ScreenViews = () => Promise.resolve(() => false);

export function isPerson({ classification }: View): boolean {
  return classification.category === 'human';
}

interface KeyerLookup {
  at: (timestampMs: number) => VisitorKeyer | undefined;
}

interface ReaderNotes {
  note: (reader: SeenReader) => void;
}

interface CountedDrop {
  readonly day: string;
  readonly reason: DropReason;
  count: number;
  readonly events: string[];
}

function countDrop(
  drops: Map<string, CountedDrop>,
  reason: DropReason,
  { day, eventId }: { day: string; eventId: string | undefined },
): void {
  const key = `${day} ${reason}`;
  const drop = drops.get(key) ?? { day, reason, count: 0, events: [] };
  drops.set(key, drop);
  drop.count += 1;
  if (eventId) drop.events.push(boundedId(eventId));
}

/** Day under which a drop is counted; a time that is itself the reason for the drop counts as today. */
function dayOf(timestampMs: number, clock: Clock): string {
  return new Date(isBelievable(timestampMs, clock) ? timestampMs : clock.now()).toISOString().slice(0, 10);
}

/** Whether a view may be kept of that time: retention is 20 years at the most. */
function isBelievable(timestampMs: number, clock: Clock): boolean {
  const age = clock.now() - timestampMs;
  return age < 7500 * duration.day && age >= -mostAhead;
}
