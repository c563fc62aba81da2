import { setImmediate as nextTurn } from 'node:timers/promises';

/** Characters at the end of a path that are compared: names stand there, and strangers write what is long. */
const comparedLength = 96;
/** How much of two paths must be the same, by the Dice coefficient of what they consist of. */
const leastSimilar = 0.45;
/** What the same last name counts on top: pages move between folders, and strangers guess the folder. */
const sameName = 0.5;
/** Paths that are looked for in one turn of the event loop: some milliseconds. */
const pathsPerTurn = 10;

/**
 * For each of the paths the page that it most likely was meant to be: the one with most groups of three letters in common,
 * letter case and separators within names apart, and before others one of the same last name; itself, where it is among them. Of two alike the earlier page. Undefined where
 * none is similar.
 */
export async function findNearestPages(
  paths: readonly string[],
  pages: readonly string[],
): Promise<(string | undefined)[]> {
  const candidates = pages.map((page) => ({ page, ...partsOf(page) }));
  const byGroup = new Map<string, number[]>();
  for (const [index, { groups }] of candidates.entries()) {
    for (const group of groups) {
      const list = byGroup.get(group);
      if (list) list.push(index);
      else byGroup.set(group, [index]);
    }
    if (index % 1_000 === 999) await nextTurn();
  }
  const isKnown = new Set(pages);
  const nearest: (string | undefined)[] = [];
  const shared = new Uint16Array(candidates.length);
  for (const path of paths) {
    if (nearest.length % pathsPerTurn === pathsPerTurn - 1) await nextTurn();
    if (isKnown.has(path)) {
      nearest.push(path);
      continue;
    }
    const { groups, lastName } = partsOf(path);
    shared.fill(0);
    for (const group of groups) for (const index of byGroup.get(group) ?? []) shared[index] = (shared[index] ?? 0) + 1;
    let best = -1;
    let most = leastSimilar;
    for (const [index, candidate] of candidates.entries()) {
      const alike = (2 * (shared[index] ?? 0)) / (groups.size + candidate.groups.size);
      const similarity = lastName !== '' && lastName === candidate.lastName ? alike + sameName : alike;
      if (similarity <= most) continue;
      [best, most] = [index, similarity];
    }
    nearest.push(candidates[best]?.page);
  }
  return nearest;
}

function partsOf(path: string): { readonly groups: ReadonlySet<string>; readonly lastName: string } {
  const names = path
    .slice(-comparedLength)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}/]/gu, '');
  const name = `/${names}/`;
  const groups = new Set<string>();
  for (let position = 0; position + 3 <= name.length; position += 1) groups.add(name.slice(position, position + 3));
  return { groups, lastName: names.slice(names.lastIndexOf('/') + 1) };
}
