import type { CheckedSite } from '../check-site.ts';
import type { FormerPath } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf, joinPath } from '../site/paths.ts';
import { ownAddresses, stemOf } from '../site/usual-readings.ts';
import { openReferences, relativePlaces, rootsOf, type Reference } from './references.ts';
import { goneByStem } from './former-pages.ts';
import { endsOf, readLedOn } from './led-on.ts';
import { tellFormer, type Lost } from './tell-former.ts';
import { createWhereabouts } from './whereabouts.ts';
import { createStems, presentStems, stemOfAddress, type Stems } from './stems.ts';

/**
 * Sites with what is found of links that lead to nothing in any way that some generator reads them, and led to a page or file
 * that the tree had once: where no rule of the site judges them they are told, and where one does it is said where the page
 * went. `history` is asked only where there is a link that leads to nothing.
 */
export async function withFormer(
  checked: readonly CheckedSite[],
  files: FileIndex,
  history: () => Promise<readonly FormerPath[]>,
  isMade: (path: string) => boolean,
): Promise<readonly CheckedSite[]> {
  const open = checked.map((one) => [...openReferences(one)]);
  if (open.every(({ length }) => length === 0)) return checked;
  const present = createStems(presentStems(files.paths));
  const isThere = createPresence(checked, present);
  const lost = open.map((all) => all.filter((one) => !isThere(one)));
  if (lost.every(({ length }) => length === 0)) return checked;
  const all = await history();
  if (all.length === 0) return checked;
  const whereabouts = createWhereabouts(files, all);
  const former = goneByStem(files, all, isMade);
  const cameFrom = new Map(all.toReversed().flatMap((one) => (one.movedTo === undefined ? [] : [[one.movedTo, one]])));
  const found = lost.map((references) =>
    references.flatMap((reference): readonly Lost[] => {
      const meant = former && findFormer(reference, former, files);
      if (meant !== undefined) return [{ reference, former: meant }];
      const moved = cameFrom.get(reference.path);
      const led = moved === undefined ? undefined : leadFrom(moved.path, reference, present);
      return moved === undefined || led === undefined ? [] : [{ reference, former: moved, led }];
    }),
  );
  if (found.every(({ length }) => length === 0)) return checked;
  const isLedOn = await readLedOn(files);
  return checked.map((one, index) => {
    const left = (found[index] ?? []).filter(({ reference }) => !mayBeLedOn(reference, isLedOn));
    return left.length === 0 ? one : { ...one, problems: tellFormer(one, left, whereabouts) };
  });
}

function mayBeLedOn(
  { link, places, relative, ofFile, isMissing }: Reference,
  isLedOn: (stem: string) => boolean,
): boolean {
  if (ofFile === true || isMissing) return false;
  const read = relative === undefined ? [stemOfAddress(link.url.replace(/[?#].*$/su, ''))] : places.flatMap(endsOf);
  return read.some(isLedOn);
}

/** Folders whose pages are published without their names, besides those that a site is seen to have. */
const usualRoot = /^(?:content|docs?|pages|src|site|website|[a-z]{2}(?:-\w+)?)$/u;

/** Tells whether something is there that a reference may lead to. */
function createPresence(checked: readonly CheckedSite[], present: Stems<string>): (reference: Reference) => boolean {
  const addresses = createStems([...addressesOf(checked)].map((address) => [address, true] as const));
  const roots = new Set(checked.flatMap(({ site }) => [...rootsOf(site)]));
  const isPublished = (place: string): boolean => {
    if (addresses.at(place) !== undefined) return true;
    return addresses.endsOf(place).some((end) => {
      const root = place.slice(0, -end.length - 1);
      return roots.has(root) || usualRoot.test(fileNameOf(root));
    });
  };
  return ({ isMissing, places, end, ofFile, relative }) => {
    if (places.some((at) => present.at(at) !== undefined)) return true;
    // Of one name from the top, another repository of the host may have made its own.
    if (relative === undefined && !isMissing && end === undefined) return true;
    if (end !== undefined && present.endingWith(end).length > 0) return true;
    if (ofFile === true) return false;
    return places.some(isPublished) || (end !== undefined && addresses.endingWith(end).length > 0);
  };
}

/** Where pages are published, and from where they say that they are reached too. */
function* addressesOf(checked: readonly CheckedSite[]): Iterable<string> {
  for (const { site } of checked) {
    for (const route of site.routes.keys()) yield stemOfAddress(route);
    for (const [path, facts] of site.pages)
      for (const address of ownAddresses(facts))
        for (const folder of ['', folderOf(stemOf(path))]) yield stemOfAddress(joinPath(folder, address) ?? address);
  }
}

/** Exactly what it leads to, or what ends alike in a folder of which the rest is still there. */
function findFormer(reference: Reference, former: Stems<FormerPath>, files: FileIndex): FormerPath | undefined {
  const { places, end, ofFile } = reference;
  const exact = places.map((at) => former.at(at)).find((one) => one !== undefined);
  if (exact !== undefined || end === undefined) return exact;
  const alike = former.endingWith(end);
  return alike.find(({ found: { path } }) => ofFile === true || files.hasFolder(topOf(path, end)))?.found;
}

/** Where it led from where its page lay before that was moved as it was. */
function leadFrom(before: string, { path, relative }: Reference, present: Stems<string>): string | undefined {
  if (relative === undefined || folderOf(before) === folderOf(path)) return undefined;
  return relativePlaces(before, relative)
    .map((at) => present.at(at))
    .find((at) => at !== undefined && at !== path);
}

/** What stands before the end of a path. */
function topOf(path: string, end: string): string {
  let folder = path;
  for (let left = end.split('/').length + Number(isIndex.test(path)); left > 0; left -= 1) folder = folderOf(folder);
  return folder;
}

const isIndex = /(?:^|\/)(?:_?index|readme)\.\w+$/iu;
