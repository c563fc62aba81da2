import { isReadme, isSettingsOfSite } from '../site/declared-addresses.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';

/** What templates and generators of text put where the owner of a repository has to stand. */
const placeholder =
  /^(?:(?:your|my)[-_]?)?(?:git(?:hub|lab)?[-_]?)?(?:user[-_]?name|org(?:ani[sz]ation)?[-_]?(?:name)?|account[-_]?name)$|^your[-_]?(?:git(?:hub|lab)?|name|handle|user|account|company|repo)$|^(?:user[-_]?name|owner|org)[-_]here$/iu;
/** Of some hosts that is the name of a page: `quay.io/organization/tool`. */
const mayBePage = /^org(?:ani[sz]ation)?$/u;
const codeHost = /^(?:www\.)?(?:github|gitlab)\.com$/u;
/** The same in capitals, which an account may have in small letters alone. */
const inCapitals = /^(?:OWNER|ORG|ORGANI[SZ]ATION|USER|YOUR|NAME|ACCOUNT|COMPANY)$/u;

/** Pages that tell readers to put their own name there, which a fork has no use for below these: it has none of its own. */
const asksForOwn = /(?:^|\/)(?:contribut|fork|develop|hacking)[^/]*$/iu;
const notOfForks = /^(?:issues|discussions|security)$/u;

/** The same in place of the name of a repository. */
const placeholderName =
  /^(?:your|my)[-_]?(?:git(?:hub)?[-_]?)?(?:repo(?:sitory)?|project|package|plugin|library)(?:[-_]?name)?$|^(?:repo(?:sitory)?|project|package|plugin|library)[-_]?name$|^(?:repo(?:sitory)?|project|package|plugin|library)[-_]?(?:name[-_]?)?here$/iu;
/** Where a page of the project itself sends its readers, and no guide to a repository of their own. */
const ofProject = /^(?:releases|issues|discussions|fork|wiki|stargazers|blob|tree)$/u;
/** A repository that others begin with keeps what they are to fill in. */
const forOthers = /template|boilerplate|starter|skeleton|scaffold|cookiecutter|example|demo/iu;

/** Whether neither owner nor name of a repository was filled in, in what is no guide to one of the reader's. */
function isUnfilled(path: string, own: string, parts: readonly string[]): boolean {
  const [host = '', owner = '', name = '', shown = ''] = parts;
  if (!codeHost.test(host) || !(placeholder.test(owner) || inCapitals.test(owner))) return false;
  if (!placeholderName.test(name) || !ofProject.test(shown)) return false;
  return (isReadme(path) && !forOthers.test(own)) || (owner.endsWith('here') && name.endsWith('here'));
}

/** A picture of a job, which of a repository that is nobody's is none. */
const badge = /^(?:actions\/)?workflows\/.+\/badge\.svg$/u;

/** Whether nobody filled in the owner where only the repository itself can be meant: in settings of its site, and in badges. */
function isOwnUnfilled(
  path: string,
  own: string,
  [host = '', owner = '', name = '', ...rest]: readonly string[],
): boolean {
  if (!codeHost.test(host) || name === '' || !placeholder.test(owner) || forOthers.test(own)) return false;
  return isSettingsOfSite(path) || (isReadme(path) && badge.test(rest.join('/')));
}

/**
 * Complete addresses that have the name of this repository and, before it, no owner that anybody filled in; such that have neither
 * the one nor the other; and those without an owner in settings and badges, whatever the repository is called there.
 */
export function* placeholderOwners(links: readonly PlacedLink[], own: string | undefined): Iterable<SiteProblem> {
  const [, , repository] = own?.split('/') ?? [];
  if (own === undefined || repository === undefined) return;
  for (const { path, link } of links) {
    if (!/^https?:\/\//u.test(link.url)) continue;
    const parts = (link.url.slice(0, longest).split(/[?#]/u, 1)[0] ?? '').split('/').slice(2);
    if (isUnfilled(path, own, parts) || isOwnUnfilled(path, own, parts)) {
      const message = `The link ${link.url} has ${parts[1] ?? ''}/${parts[2] ?? ''} in place of the name of a repository: this one is ${own}.`;
      yield { path, line: link.line, column: link.column, severity: 'warning', rule: 'broken-link', message };
      continue;
    }
    const at = parts.findIndex(
      (part, index) =>
        (placeholder.test(part) || inCapitals.test(part)) &&
        withoutGit(parts[index + 1] ?? '') === repository.toLowerCase(),
    );
    const owner = parts[at];
    if (at < 1 || owner === undefined || (mayBePage.test(owner) && !codeHost.test(parts[0] ?? ''))) continue;
    if (asksForOwn.test(path) && !notOfForks.test(parts[at + 2] ?? '')) continue;
    const { line, column, url } = link;
    const message = `The link ${url} has ${owner} in place of its owner: this repository is ${own}.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}

/** No address has its owner further behind. */
const longest = 1000;

function withoutGit(name: string): string {
  return name.toLowerCase().replace(/\.git$/u, '');
}
