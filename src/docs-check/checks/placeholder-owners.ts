import type { CheckedSite } from '../check-site.ts';
import type { SiteProblem } from '../site/site.ts';
import { linksOf } from './links-of-sites.ts';

/** What templates and generators of text put where the owner of a repository has to stand. */
const placeholder =
  /^(?:(?:your|my)[-_]?)?(?:git(?:hub|lab)?[-_]?)?(?:user[-_]?name|org(?:ani[sz]ation)?[-_]?(?:name)?|account[-_]?name)$|^your[-_]?(?:git(?:hub|lab)?|name|handle|user|account|company|repo)$|^(?:user[-_]?name|owner|org)[-_]here$/iu;
/** The same in capitals, which an account may have in small letters alone. */
const inCapitals = /^(?:OWNER|ORG|ORGANI[SZ]ATION|USER|YOUR|NAME|ACCOUNT|COMPANY)$/u;

/** Pages that tell readers to put their own name there. */
const asksForOwn = /(?:^|\/)(?:contribut|fork|develop|hacking)[^/]*$/iu;

/** Complete addresses that have the name of this repository and, before it, no owner that anybody filled in. */
export function* placeholderOwners(checked: readonly CheckedSite[], own: string | undefined): Iterable<SiteProblem> {
  const [, , repository] = own?.split('/') ?? [];
  if (own === undefined || repository === undefined) return;
  for (const { path, link } of linksOf(checked)) {
    if (!/^https?:\/\//u.test(link.url) || asksForOwn.test(path)) continue;
    const parts = (link.url.slice(0, longest).split(/[?#]/u, 1)[0] ?? '').split('/').slice(2);
    const at = parts.findIndex(
      (part, index) =>
        (placeholder.test(part) || inCapitals.test(part)) &&
        withoutGit(parts[index + 1] ?? '') === repository.toLowerCase(),
    );
    const owner = parts[at];
    if (at < 1 || owner === undefined) continue;
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
