import type { PageFacts } from '../../page/page-facts.ts';
import { isHabit, isLikelyHabit, isMajority } from '../../site/habit.ts';
import { folderOf } from '../../site/paths.ts';
import type { LinkKind, Readings, Way } from './link-kind.ts';

/** What most of the links of one kind say of how the site reads them. */
export interface LinkHabit {
  readonly ways: readonly Way[];
  /** False where only most of them tell it. */
  readonly isSure: boolean;
  /** Pages that name what is not found, by what is looked for. */
  readonly missing: ReadonlyMap<string, ReadonlySet<string>>;
  /** True for an address in a folder that something else fills. */
  readonly isMade: (address: string) => boolean;
}

/** Addresses of one folder that are not found, from which on something else may make it. */
const mostMissing = 3;
/** References that are found before one that is not is told. */
const fewestReferences = 2;
/** Folders that an address is looked at in. */
const deepest = 12;

interface Written {
  readonly from: string;
  readonly path: string;
  readonly pages: Set<string>;
}

/**
 * `isOpen` is true for an address that something else may answer. Of a folder that something else fills, less is found than
 * `timesFound` times what is not.
 */
export function findHabits(
  pages: ReadonlyMap<string, PageFacts>,
  kindOf: (from: string, link: PageFacts['links'][number]) => LinkKind | undefined,
  readings: Readings,
  isOpen: (address: string) => boolean,
  timesFound = 1,
): ReadonlyMap<string, LinkHabit> {
  const kinds = new Map<string, { readonly ways: LinkKind['ways']; readonly written: Map<string, Written> }>();
  for (const [from, { links }] of pages)
    for (const link of links) {
      const found = kindOf(from, link);
      if (found === undefined) continue;
      const { kind, ways, path } = found;
      const { written } = kinds.get(kind) ?? { written: new Map<string, Written>() };
      kinds.set(kind, { ways, written });
      // The same wherever it stands counts once.
      const same = path.startsWith('/') || (kind === 'reference' && !path.startsWith('.')) ? path : `${from} ${path}`;
      const one = written.get(same) ?? { from, path, pages: new Set() };
      written.set(same, one);
      one.pages.add(from);
    }
  const habits = new Map<string, LinkHabit>();
  for (const [kind, { ways, written }] of kinds) {
    const all = [...written.values()];
    const habit = ways
      .values()
      .map((some) => habitOf(all, some, readings, isOpen, timesFound))
      .find((one) => one !== undefined);
    if (habit !== undefined) habits.set(kind, habit);
  }
  return habits;
}

function habitOf(
  all: readonly Written[],
  ways: readonly Way[],
  readings: Readings,
  isOpen: (address: string) => boolean,
  timesFound: number,
): LinkHabit | undefined {
  const missing = new Map<string, Set<string>>();
  const foundIn = new Map<string, number>();
  const missingIn = new Map<string, number>();
  let found = 0;
  for (const { from, path, pages } of all) {
    const address = readings.addressOf(from, path);
    const isFound = readings.read(ways, from, path) !== undefined;
    if (!isFound && isOpen(address)) continue;
    if (isFound) found += 1;
    if (isFound || !missing.has(address)) {
      const counts = isFound ? foundIn : missingIn;
      for (const folder of foldersOf(address)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    if (!isFound) missing.set(address, (missing.get(address) ?? new Set()).union(pages));
  }
  // A program or another repository makes the pages of a folder of which many are not found.
  const isMade = (folder: string): boolean => {
    const count = missingIn.get(folder) ?? 0;
    return count >= mostMissing && timesFound * count >= (foundIn.get(folder) ?? 0);
  };
  if (!ways.includes('reference'))
    for (const address of missing.keys()) if (foldersOf(address).some(isMade)) missing.delete(address);
  const total = found + missing.size;
  // The program itself looks for what a reference names, and stops where it finds nothing.
  const isOfProgram = ways.includes('reference') && found >= fewestReferences && 2 * missing.size <= found;
  const isSure = isHabit(total, missing.size) || isLikelyHabit(total, missing.size) || isOfProgram;
  return isSure || isMajority(total, missing.size)
    ? { ways, isSure, missing, isMade: (address) => foldersOf(address).some(isMade) }
    : undefined;
}

/** The folders that an address lies in, but for the top. */
function foldersOf(address: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(address); folder !== '' && folders.length < deepest; folder = folderOf(folder))
    folders.push(folder);
  return folders;
}
