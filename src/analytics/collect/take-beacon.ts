import { LRUCache } from 'lru-cache';
import { Beacon } from '../../contract/beacon.ts';
import type { Project } from '../../contract/project.ts';
import { InvalidRequest } from '../../http/errors.ts';
import { decodeUtf8 } from '../../http/read-body.ts';
import { faultsOf } from '../../http/schema-faults.ts';
import { duration, forwardClock, type Clock } from '../../kernel/clock.ts';
import type { Projects } from '../../projects/projects.ts';
import type { RecordHits } from '../record-hits.ts';
import { hitOfBeacon } from './beacon.ts';
import { OriginNotAllowed } from './errors.ts';
import { payerOfProject, type ProcessorBudget } from './processor-budget.ts';

/** Processor time in any minute that the beacons of one sender may cost, whatever they hold; five times what honest ones do. */
const millisecondsPerSender = 2_000;
/** For how long the settings of a project are remembered between beacons, and of how many projects. */
const memory = { ttl: duration.second, max: 10_000 };

/**
 * Takes a page view of the tracker. There is no key: the origin of the page must be one of the project's sites. Throws
 * `InvalidRequest`, `OriginNotAllowed`, `RateLimited`.
 */
export type TakeBeacon = (beacon: {
  readonly body: Buffer;
  /** Whose beacons are counted together. */
  readonly sender: string;
  readonly origin: string | undefined;
  readonly ip: string | undefined;
  /** A forwarding header that came from a peer that is no trusted proxy. */
  readonly ignoredAddressHeader?: string | undefined;
  readonly userAgent: string | undefined;
}) => Promise<void>;

export function createTakeBeacon({
  projects,
  recordHits,
  budget,
  clock,
}: {
  projects: Pick<Projects, 'get'>;
  recordHits: RecordHits;
  budget: ProcessorBudget;
  clock: Clock;
}): TakeBeacon {
  const readBeacon = (body: Buffer): Beacon => checkBeacon(parseJson(decodeUtf8(body)));
  const projectCache = new LRUCache<string, Project>({ ...memory, ttlResolution: 0, perf: forwardClock(clock) });
  const findProject = async (id: string): Promise<Project | undefined> => {
    const project = await projects.get(id);
    // Ids come from strangers: what does not exist is not remembered.
    if (project !== undefined) projectCache.set(id, project);
    return project;
  };
  return async ({ body, sender, origin, ...request }) => {
    const reader = { name: `beacons of ${sender}`, millisecondsPerMinute: millisecondsPerSender };
    const beacon = budget.meterOf(reader)(() => readBeacon(body));
    const project = projectCache.get(beacon.project) ?? (await findProject(beacon.project));
    if (project === undefined || origin === undefined || !project.settings.analytics.sites.includes(origin)) {
      throw new OriginNotAllowed(origin);
    }
    const hit = hitOfBeacon(beacon, { receivedMs: clock.now(), ...request });
    const site = payerOfProject(project, `beacons for ${project.id}`);
    await recordHits(project, [hit], { metered: budget.meterOf(reader, site) });
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new InvalidRequest([{ field: 'body', message: 'is not valid JSON' }], error);
  }
}

/** Throws InvalidRequest with every fault. */
function checkBeacon(value: unknown): Beacon {
  const parsed = Beacon.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(faultsOf(parsed.error, { input: value, part: 'body' }));
}
