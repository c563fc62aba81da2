import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { foldersOfTests } from '../site/folders-of-tests.ts';
import { folderOf, joinPath, normaliseRoute } from '../site/paths.ts';
import type { Site, SiteProblem } from '../site/site.ts';
import { isOldErrorOfPage, type MarkedProblem } from './marked-problem.ts';

/** Programs that answer a request before or beside the pages of a site, by the names that people give to their files. */
const programs =
  /(?:^|\/)(?:[\w.-]*(?:middleware|redirect|rewrite|route|proxy|server|worker|handler)[\w.-]*|root|app|main|index|entry[\w.-]*)\.(?:[cm]?[jt]sx?|py|go|rb|php)$|(?:^|\/)(?:Caddyfile|\.htaccess|firebase\.json|staticwebapp\.config\.json|[\w.-]+\.(?:conf|tf))$/iu;

const ofTests = new RegExp(String.raw`(?:^|/)(?:${foldersOfTests})/|\.(?:test|spec)\.`, 'u');

/** A repository of thousands of programs is none of a site. */
const mostPrograms = 400;
/** Characters of a program that are read. */
const mostText = 200_000;

/** What is written as an address that is answered, and not as one that is linked to. */
const answered = [
  // A table of redirects: `'/from': '/to'`, `['/from', '/to']`.
  /["'`](\/[^"'`\s]{1,200})["'`]\s{0,20}(?::|=>)\s{0,20}["'`](?:\/|https?:)/gu,
  /\[\s{0,20}["'`](\/[^"'`\s]{1,200})["'`]\s{0,20},\s{0,20}["'`](?:\/|https?:)[^"'`\s]{0,200}["'`]\s{0,20}\]/gu,
  // `app.get('/a'`, `pathname === '/a'`, `case '/a':`, `source: '/a'`
  /(?:\b(?:get|all|use|handle|handleFunc|route|redirect|rewrite)\(|===?|\bcase|\b(?:source|from|fromPath)["']?\s{0,20}:)\s{0,20}["'`](\/[^"'`\s]{1,200})["'`]/giu,
  // Caddy and Apache: `redir /a /b`, `Redirect 301 /a /b`, `RewriteRule ^/a$ /b`
  /^[ \t]{0,40}(?:redir|rewrite|redirect(?:match|permanent)?|rewriterule)[ \t]{1,9}(?:30\d[ \t]{1,9})?["']?\^?(\/[^\s"'$]{1,200})/gimu,
];

/**
 * Makes warnings of errors about a page of a site whose address a program of the repository answers itself, a server or router that
 * is not read otherwise, with a table of its own; or settings that are not read as a whole. What the change brings stays an error.
 */
export async function onlyUnanswered(
  found: readonly MarkedProblem[],
  checked: readonly CheckedSite[],
  files: FileIndex,
): Promise<readonly MarkedProblem[]> {
  if (!found.some((one) => isOldErrorOfPage(one))) return found;
  const siteOf = new Map(checked.flatMap(({ site, problems }) => problems.map((problem) => [problem, site] as const)));
  const paths = files.paths.filter((path) => programs.test(path) && !ofTests.test(path)).slice(0, mostPrograms);
  const programOf = new Map<string, string>();
  for (const path of paths) {
    // Not kept: it is read for what is left of errors alone, and may be long.
    const text = ((await files.readPage(path)) ?? '').slice(0, mostText);
    for (const pattern of answered)
      for (const [, address = ''] of text.matchAll(pattern)) programOf.set(normaliseRoute(address), path);
  }
  return found.map((one) => {
    const { problem } = one;
    const site = siteOf.get(problem);
    if (!isOldErrorOfPage(one) || site === undefined) return one;
    const routes = routesOf(problem, site);
    const program = routes.flatMap((route) => programOf.get(route) ?? [])[0];
    if (program === undefined && !routes.some((route) => site.links.answered(route))) return one;
    const why =
      program === undefined
        ? 'settings name that address, and may lead it on'
        : `${program} names that address, and may answer it`;
    const message = `${problem.message} Not certain: ${why}.`;
    return { ...one, problem: { ...problem, severity: 'warning', message } };
  });
}

/** The addresses on the host that a browser may look for, of one that is relative read beside the page. */
function routesOf({ path, sought }: SiteProblem, site: Site): string[] {
  const written = sought?.written.replace(/[?#].*$/su, '') ?? '';
  const route = site.routeOf.get(path);
  const beside = written.startsWith('/') || route === undefined ? undefined : joinPath(folderOf(route), written);
  return [sought?.at, written, beside === undefined ? undefined : `/${beside}`].flatMap((address) =>
    address?.startsWith('/') === true ? [normaliseRoute(address)] : [],
  );
}
