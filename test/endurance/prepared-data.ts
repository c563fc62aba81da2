import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../../src/analytics/visits/view.ts';
import { readConfig } from '../../src/config/config.ts';
import { duration } from '../../src/kernel/clock.ts';
import { silentLogger } from '../../src/kernel/logger.ts';
import { openApplication } from '../../src/main.ts';

export interface PreparedData {
  readonly environment: Readonly<Record<string, string>>;
  readonly projects: readonly { readonly id: string; readonly apiKey: string }[];
}

const keyScopes = ['ingest', 'analytics:read', 'agent:read', 'agent:write'] as const;
const viewsAtOnce = 25_000;
/** Deliveries under way at once; they share commits. */
const atOnce = 8;
const days = 60;

/**
 * A data directory in `folder` with so many projects, which have all views together: 60 days of them until now. Their
 * documentation is `folder/docs`, with what lies there already.
 */
export async function prepareData(
  folder: string,
  shape: {
    projects: number;
    views: number;
    /** Of each project, in their order; of the others the default. */
    jobsPerHour?: readonly number[];
    environment?: Readonly<Record<string, string>>;
  },
): Promise<PreparedData> {
  const docs = join(folder, 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'index.md'), '# Docs\n');
  const environment = {
    DOCWRIGHT_DATA_DIR: join(folder, 'data'),
    DOCWRIGHT_LOCAL_ROOTS: folder,
    DOCWRIGHT_LOG_LEVEL: 'error',
    DOCWRIGHT_REFRESH_RANGES: 'off',
    DOCWRIGHT_REVERSE_DNS: 'off',
    ...shape.environment,
  };
  const config = readConfig(environment);
  const application = await openApplication({ config, publicUrl: 'http://localhost', logger: silentLogger });
  try {
    const projects: { id: string; apiKey: string }[] = [];
    let address = docs;
    for (let index = 0; index < shape.projects; index += 1) {
      const { id, repositoryUrl } = await application.projects.create(
        { name: `Docs ${index}`, repositoryUrl: address },
        'endurance',
      );
      // Copied once: to make hundreds of repositories takes longer than everything else.
      address = repositoryUrl;
      const jobsPerHour = shape.jobsPerHour?.[index];
      if (jobsPerHour !== undefined) await application.projects.update(id, { settings: { jobsPerHour } }, 'endurance');
      projects.push({
        id,
        apiKey: (await application.projects.keys.create(id, { name: 'all', scopes: [...keyScopes] }, 'endurance')).key,
      });
    }
    const each = Math.ceil(shape.views / shape.projects);
    const firstMs = Date.now() - days * duration.day;
    const deliveries = projects.flatMap(({ id }) =>
      Array.from({ length: Math.ceil(each / viewsAtOnce) }, (_, part) => ({ id, from: part * viewsAtOnce })),
    );
    const send = async () => {
      for (let delivery = deliveries.shift(); delivery; delivery = deliveries.shift()) {
        const { id, from } = delivery;
        const length = Math.min(viewsAtOnce, each - from);
        const views = Array.from({ length }, (_, index) => viewAt(firstMs, each, from + index));
        await application.analytics.visits.append(id, views);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, send));
    return { environment, projects };
  } finally {
    await application.close();
  }
}

function viewAt(firstMs: number, of: number, index: number): View {
  // Of up to a million, as evenly spread as real ones, which are digests too: the store relies on that.
  const person = String(Math.imul(index, 0x9e3779b1) >>> 12);
  const visitor = createHash('sha256').update(person).digest().subarray(0, 16);
  return {
    timestampMs: firstMs + Math.floor((index / of) * days * duration.day),
    visitor,
    path: `/page/${(index * 7919) % 1_000}`,
    classification: {
      category: index % 3 === 0 ? 'assistant' : 'human',
      product: undefined,
      operator: undefined,
      verdict: 'unclaimed',
      evidence: undefined,
    },
    client: { userAgent: `agent/${index % 5}`, accept: undefined },
    referrer: undefined,
    country: undefined,
    source: 'server',
    eventId: `event-${index}`,
  };
}
