import type { CheckedSite } from '../check-site.ts';
import type { Site, SiteProblem, Sought } from '../site/site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { joinPath } from '../site/paths.ts';
import type { MarkedProblem } from './marked-problem.ts';
import { closed } from './marks.ts';

/** What the text of a page decides by itself, whatever program shows it. */
const decidedByText = new Set([
  'unclosed-fence',
  'unclosed-comment',
  'conflict-marker',
  'empty-link',
  'malformed-link',
  'page-too-complex',
  'not-checked',
]);

/**
 * Makes warnings of errors for which nothing proves that the site reads them as they are read here: its program is known
 * in part only, or something else may answer at that address. What the change brings stays an error.
 */
export function onlyProven(
  found: readonly MarkedProblem[],
  checked: readonly CheckedSite[],
  files: FileIndex,
): readonly MarkedProblem[] {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const tops = errors.length === 0 ? new Set<string>() : topFolders(site);
    for (const problem of errors) {
      const why = unproven(problem, site, tops, files);
      if (why !== undefined) doubts.set(problem, why);
    }
  }
  return found.map((one) => {
    const why = one.introduced === true ? undefined : doubts.get(one.problem);
    if (why === undefined) return one;
    return {
      ...one,
      problem: { ...one.problem, severity: 'warning', message: `${one.problem.message} Not certain: ${why}.` },
    };
  });
}

function unproven(
  { rule, path, sought }: SiteProblem,
  site: Site,
  tops: ReadonlySet<string>,
  files: FileIndex,
): string | undefined {
  if (decidedByText.has(rule)) return undefined;
  return site.guessed?.(path) ?? (sought === undefined ? undefined : elsewhere(sought, site, tops, files));
}

/** Other programs answer below other folders of a host, and pages of a folder that is not here lie in another repository. */
function elsewhere(
  { kind, written, at }: Sought,
  site: Site,
  tops: ReadonlySet<string>,
  files: FileIndex,
): string | undefined {
  if (kind === 'anchor' || closed.has(site.framework) || !written.startsWith('/') || site.routes.size === 0)
    return undefined;
  const top = /^\/([^/]+)\/./u.exec(at)?.[1];
  if (top === undefined || tops.has(top)) return undefined;
  const isPublic = site.links.publicFolders.some((folder) => files.hasFolder(joinPath(folder, top) ?? top));
  return isPublic ? undefined : `nothing of this site is below /${top}, so something else may answer there`;
}

function topFolders({ routes }: Site): ReadonlySet<string> {
  return new Set([...routes.keys()].map((route) => route.split('/')[1] ?? ''));
}
