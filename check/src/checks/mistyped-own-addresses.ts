import { pagesOf } from '../site/named-hosts.ts';
import { isNear } from '../site/near-names.ts';
import type { SiteProblem } from '../site/site.ts';
import { isShownByGithub } from './github-addresses.ts';
import type { PlacedLink } from './links-of-sites.ts';

/** Names of one letter more or less are those of others, where they are as short as this. */
const longEnough = 6;

/**
 * Complete addresses that are meant for this repository, of which a name is mistyped: pages of its code host below its name, at an owner
 * nearly called as its own (`acne.github.io/tool`), other signs between its words (`github.com/acme/my_tool`), its name twice (`github.com/acme/tooltool`), and without the
 * slash behind it (`github.com/acme/toolissues`). Another owner of nearly that
 * name on the code host itself may be a former one, from whom the host leads on. `repository` is as `repositoryAt` tells it.
 */
export function* mistypedOwnAddresses(
  links: readonly PlacedLink[],
  repository: string | undefined,
): Iterable<SiteProblem> {
  const [at = '', owner = '', name = '', ...more] = repository?.split('/') ?? [];
  if (name === '' || more.length > 0) return;
  const pages = pagesOf[at];
  const complete = /^https?:\/\/([^/?#]{1,253})\/([^/?#]{1,100})(?:\/([^/?#]{1,100}))?/u;
  for (const { path, link } of links) {
    const [, host = '', first = '', second = ''] = complete.exec(link.url.toLowerCase()) ?? [];
    const meant =
      pages !== undefined && host.endsWith(`.${pages}`) && first === name
        ? ofOwner(host.slice(0, -pages.length - 1), owner, `${owner}.${pages}`)
        : host === at && first === owner
          ? ofRepository(second, name)
          : undefined;
    const { line, column, url } = link;
    const written = `${first}/${second.replace(/\.git$/u, '')}`;
    if (host === at && isWithOtherSigns(written, `${owner}/${name}`)) {
      const message =
        `The link ${url} leads to ${written}, and this repository is ${owner}/${name}. ` +
        `Not certain: another may be called so, or the host may lead on from it.`;
      yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
    }
    if (meant === undefined) continue;
    const message = `The link ${url} is mistyped: this repository is ${repository ?? ''}, so that ${meant} is probably meant.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}

/** Where hyphens and the like between the words of a name were left out, or others put in. */
function isWithOtherSigns(written: string, own: string): boolean {
  const words = (name: string): string => name.replaceAll(/[-_.]/gu, '');
  return written !== own && words(written) === words(own);
}

function ofRepository(written: string, name: string): string | undefined {
  if (written === name + name) return name;
  const rest = written.startsWith(name) ? written.slice(name.length) : '';
  return isShownByGithub(rest) ? `${name}/${rest}` : undefined;
}

/** No owner has a dot in its name. */
function ofOwner(written: string, owner: string, meant: string): string | undefined {
  const isMistyped =
    written !== owner &&
    ((written.includes('.') && !written.startsWith('www.')) || (owner.length >= longEnough && isNear(written, owner)));
  return isMistyped ? meant : undefined;
}
