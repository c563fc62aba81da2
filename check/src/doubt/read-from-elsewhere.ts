import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { fileNameOf, folderOf } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { isOfCodeHost } from './code-host.ts';
import { closed } from './marks.ts';

/** Different addresses that are no chance any more. */
const few = 3;
/** The share of the relative addresses of a folder that are not found which has to be found from the other. */
const most = 2 / 3;
const endings = ['', '.md', '.mdx'];
/** Files of one name, such as `index.md`, above which the name tells nothing; each is looked at for every address that has it. */
const mostAlike = 200;

/**
 * Relative addresses that all are right from one other folder: a script may copy the page there, or another page show it, as
 * parts are that several pages have. READMEs are read where they are.
 */
export function readFromElsewhere(checked: readonly CheckedSite[], files: FileIndex): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  const named = Map.groupBy(files.paths, fileNameOf);
  for (const { site, problems } of checked) {
    if (closed.has(site.framework)) continue;
    const errors = problems.filter(
      ({ severity, path, sought }) =>
        severity === 'error' &&
        (sought?.kind === 'page' || sought?.kind === 'file') &&
        wayOf(sought.written) !== undefined &&
        !isOfCodeHost(site, path),
    );
    // From one folder, addresses with as many steps up begin in the same place.
    const groups = Map.groupBy(errors, ({ path, sought }) => `${folderOf(path)} ${wayOf(sought?.written)?.up ?? 0}`);
    for (const members of groups.values()) {
      const places = new Map<string, SiteProblem[]>();
      for (const problem of members)
        for (const place of placesOf(problem, named)) {
          const found = places.get(place) ?? [];
          if (found.length === 0) places.set(place, found);
          found.push(problem);
        }
      const different = countDifferent(members);
      for (const [place, found] of places) {
        const count = countDifferent(found);
        if (count < few || count < most * different) continue;
        const from = place === '' ? 'the top folder' : place;
        for (const problem of found)
          doubts.set(
            problem,
            `${count} addresses of this folder are found from ${from}, where a program may put or show them`,
          );
      }
    }
  }
  return doubts;
}

interface Way {
  /** Steps to a parent folder. */
  readonly up: number;
  readonly down: string;
}

function wayOf(written: string | undefined): Way | undefined {
  const path = written?.replace(/[?#].*$/su, '') ?? '';
  if (path === '' || path.startsWith('/') || /^[a-z][\w+.-]*:/iu.test(path)) return undefined;
  const [, steps = '', down = ''] = /^((?:\.{1,2}\/)*)(.*)$/su.exec(path) ?? [];
  return down === '' || down.includes('..') ? undefined : { up: steps.split('../').length - 1, down };
}

/** Folders from which what stands behind the steps up leads to a file. */
function placesOf({ sought }: SiteProblem, named: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const down = wayOf(sought?.written)?.down.replace(/\/$/u, '') ?? '';
  const found = endings.flatMap((ending) =>
    alike(fileNameOf(down) + ending, named).flatMap((path) => {
      const rest = down + ending;
      if (path === rest) return [''];
      return path.endsWith(`/${rest}`) ? [path.slice(0, -rest.length - 1)] : [];
    }),
  );
  return new Set(found);
}

function countDifferent(problems: readonly SiteProblem[]): number {
  return new Set(problems.map(({ sought }) => wayOf(sought?.written)?.down)).size;
}

function alike(name: string, named: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const paths = named.get(name) ?? [];
  return paths.length > mostAlike ? [] : paths;
}
