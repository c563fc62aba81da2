import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { duration } from '../../kernel/clock.ts';
import { isAddressRange } from '../../http/address.ts';
import type { AddressRanges, Catalogue } from './catalogue.ts';

/** A list that shrinks to less than this share of what is known is taken for a fault of the publisher. */
const leastShare = 0.5;
/** Of one list. */
export const rangesLimits = { time: 15 * duration.second, bytes: 4 * 1024 * 1024, answers: 1 };

/** What became of one operator's list. */
export type RangeRefresh =
  | { readonly id: string; readonly outcome: 'refreshed'; readonly prefixes: number }
  | { readonly id: string; readonly outcome: 'kept'; readonly reason: string };

export interface RefreshRangesOptions {
  readonly catalogue: Catalogue;
  /** Where good copies are kept; made if missing. */
  readonly directory: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
}

/**
 * Fetches every operator's published address ranges and keeps each answer that is sound; of the others the last good
 * copy stays. For a scheduled task, off by default since it speaks to strangers; once a day is often enough. Never
 * throws for what a publisher does; rejects when the directory cannot be written. `withRefreshedRanges` reads what it wrote.
 */
export async function refreshRanges(options: RefreshRangesOptions): Promise<readonly RangeRefresh[]> {
  await mkdir(options.directory, { recursive: true });
  const current = await withRefreshedRanges(options.catalogue, options.directory);
  const results: RangeRefresh[] = [];
  // One after another: there are some twenty, and nobody waits.
  for (const list of current.addressRanges) results.push(await refreshOne(list, options));
  return results;
}

async function refreshOne(
  list: AddressRanges,
  { directory, fetch, clock }: RefreshRangesOptions,
): Promise<RangeRefresh> {
  const { id, url } = list;
  let prefixes: readonly string[];
  try {
    prefixes = await fetchPrefixes(url, fetch);
  } catch (error) {
    return { id, outcome: 'kept', reason: error instanceof Error ? error.message : String(error) };
  }
  if (prefixes.length < list.prefixes.length * leastShare) {
    const reason = `the answer has ${prefixes.length} ranges, the last good copy ${list.prefixes.length}`;
    return { id, outcome: 'kept', reason };
  }
  const snapshotDate = new Date(clock.now()).toISOString().slice(0, 10);
  const path = join(directory, `${id}.json`);
  await writeFile(`${path}.new`, JSON.stringify({ snapshotDate, prefixes }));
  await rename(`${path}.new`, path);
  return { id, outcome: 'refreshed', prefixes: prefixes.length };
}

/** The form that all operators use: `{prefixes: [{ipv4Prefix} | {ipv6Prefix}]}`; some write plain texts instead. */
const publishedSchema = z.object({
  prefixes: z.array(
    z.union([
      z.string(),
      z.object({ ipv4Prefix: z.string() }).transform((entry) => entry.ipv4Prefix),
      z.object({ ipv6Prefix: z.string() }).transform((entry) => entry.ipv6Prefix),
    ]),
  ),
});

async function fetchPrefixes(url: string, fetch: typeof globalThis.fetch): Promise<readonly string[]> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const text = await response.text();
  const result = publishedSchema.safeParse(jsonOf(text) ?? listInPage(text));
  if (!result.success) throw new Error(`${url} did not answer with a list of prefixes`);
  const { prefixes } = result.data;
  const odd = prefixes.find((prefix) => !isAddressRange(prefix));
  if (odd !== undefined) throw new Error(`${url} lists ${JSON.stringify(odd.slice(0, 60))}, which is no address range`);
  if (prefixes.length === 0) throw new Error(`${url} lists no ranges`);
  return prefixes;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Amazon publishes its lists inside web pages only. */
function listInPage(page: string): unknown {
  const start = page.search(/\{\s*"creationTime"/);
  const end = page.indexOf(']', start);
  return start < 0 || end < 0 ? undefined : jsonOf(`${page.slice(start, end + 1)}}`);
}

const storedSchema = z.object({ snapshotDate: z.iso.date(), prefixes: z.array(z.string().refine(isAddressRange)) });

/** The catalogue with the good copies of a directory in place of the shipped ones where they are there and newer. */
export async function withRefreshedRanges(catalogue: Catalogue, directory: string): Promise<Catalogue> {
  const addressRanges = await Promise.all(
    catalogue.addressRanges.map(async (list) => {
      const stored = storedSchema.safeParse(jsonOf(await readText(join(directory, `${list.id}.json`))));
      if (!stored.success || stored.data.snapshotDate < (list.snapshotDate ?? '')) return list;
      return { ...list, ...stored.data };
    }),
  );
  return { ...catalogue, addressRanges };
}

/** Empty when there is no such file. */
async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
