import { join } from 'node:path';
import type { FindMerges } from '../contract/annotation.ts';
import type { FindRedirects } from '../contract/declared-redirects.ts';
import type { DatabaseConnection } from '../db/open-database.ts';
import type { Authenticator } from '../http/authenticator.ts';
import { createBodyRooms } from '../http/body-room.ts';
import type { HttpApp } from '../http/create-http-app.ts';
import { duration, type Clock, type DeletionTime } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { BackgroundWork } from '../kernel/background-work.ts';
import { createPeriodicTask } from '../kernel/periodic-task.ts';
import type { SecretBox } from '../kernel/secret-box.ts';
import type { Projects } from '../projects/projects.ts';
import { createArrivals, type Arrivals } from './arrivals.ts';
import { createBeginRead, type BeginRead } from './begin-read.ts';
import { addBeaconRoutes } from './collect/beacon-routes.ts';
import { addDrainRoutes } from './collect/drain-routes.ts';
import { addIngestRoutes } from './collect/ingest-routes.ts';
import { createMeterFor, createProcessorBudget } from './collect/processor-budget.ts';
import { createTakeBeacon, type TakeBeacon } from './collect/take-beacon.ts';
import { createTakeDelivery } from './collect/take-delivery.ts';
import { createTakeEvents, type TakeEvents } from './collect/take-events.ts';
import { addTrackerRoutes } from './collect/tracker-routes.ts';
import { createCountryLookup } from './countries/country-lookup.ts';
import { createDamagedViews, type DamagedViews } from './damaged-views.ts';
import { createDryRuns } from './dry-run.ts';
import { createExportAccess } from './export-access.ts';
import { addExportRoutes } from './export-routes.ts';
import { createEraseAgain, type EraseAgain } from './erase-again.ts';
import { createErasures } from './erasures.ts';
import { createRestoredErasures } from './restored-erasures.ts';
import { createRetiredViews } from './retired-views.ts';
import { createSweepRemovedProjects } from './sweep-removed-projects.ts';
import { createFollowedPlaces } from './collect/log-files/followed-places.ts';
import { createForgetVisitor, type ForgetVisitor } from './forget-visitor.ts';
import { createImportLogs, type ImportLogs } from './import-logs.ts';
import { addGoalRoutes } from './goal-routes.ts';
import { addOverviewRoutes } from './overview-routes.ts';
import { normalisePath } from './path.ts';
import { createReclassifyViews, type ReclassifyViews } from './reclassify-views.ts';
import { createRecordHits, type RecordHits } from './record-hits.ts';
import { retireVisits } from './retire-visits.ts';
import { rangesLimits } from './traffic/refresh-ranges.ts';
import { loadCatalogue } from './traffic/catalogue.ts';
import { createTrafficClassifier } from './traffic/classify.ts';
import { createRefreshedClassifier } from './traffic/refreshed-classifier.ts';
import { createReverseDns } from './traffic/reverse-dns.ts';
import { systemNameResolver } from './traffic/system-name-resolver.ts';
import { addWidgetExportRoutes } from './widget-export-routes.ts';
import { createSavedViews } from './sharing/saved-views.ts';
import { createShareLinks, orShareLink } from './sharing/share-links.ts';
import { addAnnotationRoutes } from './notes/annotation-routes.ts';
import { createChartNotes } from './notes/chart-notes.ts';
import { addSharingRoutes } from './sharing/sharing-routes.ts';
import { createVisitorSalts } from './visitor-salts.ts';
import type { DeleteOutcome, VisitStore } from './visits/visit-store.ts';

export type { Arrivals, ArrivedViews } from './arrivals.ts';
export type { BeginRead } from './begin-read.ts';
export type { DamageReport } from './damaged-views.ts';
export type { StoredDay, StoredVisits } from './visits/stored-visits.ts';
export { trafficCategories } from './visits/view.ts';
export { defaultMapping, type ClassMapping, type DropCount, type VisitStore } from './visits/visit-store.ts';

/** The visitor feature, as every entrance sees it. */
export interface Analytics {
  readonly visits: VisitStore;
  readonly beginRead: BeginRead;
  readonly readArrivals: Arrivals['read'];
  readonly takeEvents: TakeEvents;
  readonly takeBeacon: TakeBeacon;
  readonly recordHits: RecordHits;
  readonly importLogs: ImportLogs;
  readonly reclassify: ReclassifyViews;
  readonly forgetVisitor: ForgetVisitor;
  readonly eraseAgain: EraseAgain;
  /** Deletes again what was erased after the backup was made that this data comes from. Nothing in other data. */
  obeyRestoredErasures(): Promise<void>;
  /** Shows again what retention has hidden and not deleted yet; false where nothing is hidden. */
  restoreRetired(projectId: string): Promise<boolean>;
  /** Removes every view of a page, for good. */
  forgetPage(projectId: string, page: string): Promise<DeleteOutcome>;
  readonly damagedViews: DamagedViews;
  addRoutes(app: HttpApp, options: { authenticator: Authenticator }): void;
  /** Of these routes only those by which views come. */
  addCollectRoutes(app: HttpApp, options: { authenticator: Authenticator }): void;
  /** Begins to remove what is past its retention, and to keep address ranges up to date. */
  start(): void;
  /** Ends what `start` began. */
  stop(): Promise<void>;
}

export interface AnalyticsOptions {
  readonly db: DatabaseConnection;
  readonly clock: Clock;
  readonly deletionTime: DeletionTime;
  readonly logger: Logger;
  /** Without it, failed background work is only logged. */
  readonly work?: BackgroundWork | undefined;
  readonly secretBox: SecretBox;
  readonly dataDirectory: string;
  /** How people reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly projects: Projects;
  /** Where views are kept, and missing pages beside them. */
  readonly visits: VisitStore;
  /** Whether the operators' lists of addresses are fetched once a day. */
  readonly refreshRanges: boolean;
  /** Whether names of addresses are looked up to prove crawlers. */
  readonly reverseDns: boolean;
  /** File in MaxMind's format; undefined: the supplied one. */
  readonly countryDatabase: string | undefined;
  /** Which addresses the repository of a project leads elsewhere, and what was merged into it. */
  readonly repositories: { readonly findRedirects: FindRedirects; readonly findMerges: FindMerges };
  /** Ends fetches under way. */
  readonly draining: AbortSignal;
}

export async function createAnalytics(options: AnalyticsOptions): Promise<Analytics> {
  const { db, clock, deletionTime, logger, work, secretBox, dataDirectory, projects, visits } = options;
  const erasures = createErasures({ db, secretBox, clock });
  const eraseAgain = createEraseAgain({ store: visits, erasures });
  const retired = createRetiredViews({ db });
  const salts = createVisitorSalts({ db, secretBox, clock });
  const catalogue = loadCatalogue();
  const refreshed = options.refreshRanges
    ? await createRefreshedClassifier({
        catalogue,
        directory: join(dataDirectory, 'address-ranges'),
        // Loaded here: commands on the data directory send nothing.
        fetch: (await import('../outgoing/send.ts')).sendEachWithin(rangesLimits),
        clock,
        logger,
        signal: options.draining,
      })
    : undefined;
  const reverseDns = options.reverseDns ? createReverseDns({ resolver: systemNameResolver, clock }) : undefined;
  const classifier = refreshed?.classifier ?? createTrafficClassifier(catalogue);
  const decideBy = {
    store: visits,
    salts,
    classifier,
    confirmedHostName: reverseDns && ((address: string) => reverseDns.confirmedHostName(address)),
    countryOf: createCountryLookup({ file: options.countryDatabase }),
    screen: erasures.screen,
    clock,
  };
  const arrivals = createArrivals({ dataDirectory, clock, logger });
  const recordHits = createRecordHits({ ...decideBy, arrivals });
  const budget = createProcessorBudget({ clock });
  const meterFor = createMeterFor(budget);
  const takeDelivery = createTakeDelivery({ recordHits });
  const takeEvents = createTakeEvents({ takeDelivery, meterFor });
  const takeBeacon = createTakeBeacon({ projects, recordHits, budget, clock });
  const beginRead = createBeginRead({
    projects,
    store: visits,
    hiddenBefore: retired.hiddenBefore,
    clock,
    findRedirects: options.repositories.findRedirects,
  });
  const tasks = [
    createPeriodicTask({
      name: 'retiring visits',
      intervalMilliseconds: duration.hour,
      run: () => retireVisits({ projects, store: visits, retired, salts, deletionTime, logger }),
      logger,
      work,
    }),
    createPeriodicTask({
      name: 'removing views of removed projects',
      intervalMilliseconds: duration.hour,
      run: createSweepRemovedProjects({ db, store: visits, deletionTime, logger }),
      logger,
      work,
    }),
    ...(refreshed === undefined
      ? []
      : [
          createPeriodicTask({
            name: 'refreshing address ranges',
            intervalMilliseconds: duration.day,
            run: refreshed.refresh,
            logger,
            work,
          }),
        ]),
  ];
  const addCollectRoutes: Analytics['addCollectRoutes'] = (app, { authenticator }) => {
    const rooms = createBodyRooms();
    addIngestRoutes(app, { authenticator, projects, takeEvents, rooms });
    addDrainRoutes(app, { authenticator, projects, takeDelivery, meterFor, rooms, clock });
    addBeaconRoutes(app, { takeBeacon, clock });
    addTrackerRoutes(app);
  };

  return {
    visits,
    beginRead,
    readArrivals: (projectId) => arrivals.read(projectId),
    takeEvents,
    takeBeacon,
    recordHits,
    importLogs: createImportLogs({
      recordHits,
      createDryRun: createDryRuns(decideBy),
      places: createFollowedPlaces(join(dataDirectory, 'followed-logs')),
    }),
    reclassify: createReclassifyViews({ store: visits, catalogue }),
    forgetVisitor: createForgetVisitor({ store: visits, projects, salts, erasures, classifier, clock }),
    eraseAgain,
    obeyRestoredErasures: createRestoredErasures({ db, dataDirectory, eraseAgain, logger }),
    restoreRetired: (projectId) => retired.restore(projectId),
    damagedViews: createDamagedViews({ store: visits, db, clock }),
    async forgetPage(projectId, page) {
      const path = normalisePath(page);
      await erasures.note(projectId, [{ path }]);
      return visits.deletePath(projectId, path);
    },
    addCollectRoutes,
    addRoutes(app, { authenticator }) {
      addCollectRoutes(app, { authenticator });
      const shareLinks = createShareLinks(options);
      const access = createExportAccess({ authenticator: orShareLink(authenticator, shareLinks), beginRead });
      addSharingRoutes(app, { authenticator, shareLinks, savedViews: createSavedViews(options), projects });
      addAnnotationRoutes(app, {
        authenticator,
        notes: createChartNotes(options),
        findMerges: options.repositories.findMerges,
      });
      addExportRoutes(app, { access });
      addOverviewRoutes(app, { access });
      addGoalRoutes(app, { access });
      addWidgetExportRoutes(app, { access });
    },
    start() {
      for (const task of tasks) task.start();
    },
    async stop() {
      for (const task of tasks) await task.stop();
    },
  };
}
