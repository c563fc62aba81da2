import type { FormerPath } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import { extensionOf, fileNameOf, relativePath, folderOf, withoutExtension } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import type { Reference } from './references.ts';
import { stemOfAddress } from './stems.ts';

/** What became of a file to which something led, in a sentence, and what is meant now, as it would be written. */
export type Whereabouts = (
  site: Site,
  reference: Reference,
  former: FormerPath,
) => { readonly went: string; readonly meant: string | undefined };

/** Times that a file may have been moved. */
const mostMoves = 20;

export function createWhereabouts(files: FileIndex, history: readonly FormerPath[]): Whereabouts {
  const moves = new Map(
    history.toReversed().flatMap(({ path, movedTo }) => (movedTo === undefined ? [] : [[path, movedTo]])),
  );
  const takenAway = new Map(
    history.toReversed().flatMap((one) => (one.movedTo === undefined ? [[one.path, one] as const] : [])),
  );
  const byName = Map.groupBy(files.paths, (path) => nameOf(path));
  /** Where its last move brought it, whether it is still there or not. */
  const lastPlace = ({ path }: FormerPath): string | undefined => {
    let at = moves.get(path);
    for (let left = mostMoves; at !== undefined && !files.has(at) && left > 0; left -= 1) {
      const next = moves.get(at);
      if (next === undefined) break;
      at = next;
    }
    return at;
  };
  const alike = ({ path }: FormerPath): string | undefined => {
    const [only, ...others] = byName.get(nameOf(path)) ?? [];
    return others.length === 0 && !/^(?:_?index|readme)\./iu.test(nameOf(path)) ? only : undefined;
  };
  return (site, reference, former) => {
    const last = lastPlace(former);
    const moved = last !== undefined && files.has(last) ? last : undefined;
    const now = moved ?? alike(former);
    const end = moved === undefined && last !== undefined ? takenAway.get(last) : undefined;
    const after = end === undefined ? '' : `, and taken away from there ${whenOf(end)}`;
    const became = moved !== undefined || end !== undefined ? `moved to ${last ?? ''}` : 'taken away';
    const went = `${former.path} was ${became} ${whenOf(former)}${after}.`;
    const address = now === undefined ? undefined : addressOf(site, reference, former, now);
    return { went, meant: address ?? (moved === undefined ? now : undefined) };
  };
}

/** On what day, by which commit. */
export function whenOf(former: FormerPath): string {
  return former.by === undefined ? 'by the change' : `on ${dayOf(former)}`;
}

/** When it went, and by which commit. */
export function dayOf({ by }: FormerPath): string {
  return by === undefined ? 'the change' : `${by.day} (${by.commit})`;
}

function nameOf(path: string): string {
  return /^\.(?:mdx?|mdoc|markdown|adoc|rst)$/u.test(extensionOf(path))
    ? `${withoutExtension(fileNameOf(path))}.md`
    : fileNameOf(path);
}

/** The address of a file as this reference would write it; undefined where the site does not tell. */
function addressOf(
  { routeOf }: Site,
  { path, link: { url } }: Reference,
  former: FormerPath,
  now: string,
): string | undefined {
  const suffix = /[?#].*$/su.exec(url)?.[0] ?? '';
  const written = url.slice(0, url.length - suffix.length);
  if (!written.startsWith('/'))
    return extensionOf(written) === extensionOf(now) ? relativePath(folderOf(path), now) + suffix : undefined;
  const route = routeOf.get(now);
  if (route !== undefined) return route + suffix;
  // What the address leaves out of the path of the file.
  const [before, after] = [stemOfAddress(former.path), stemOfAddress(now)];
  const end = stemOfAddress(written);
  const top = before.endsWith(end) ? before.slice(0, before.length - end.length) : undefined;
  return top !== undefined && after.startsWith(top) ? `/${after.slice(top.length)}${suffix}` : undefined;
}
