import type { CheckedSite } from '../check-site.ts';
import type { FileIndex } from '../site/file-index.ts';
import { extensionOf } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { decodedPath } from './repository-addresses.ts';
import { linksOf } from './links-of-sites.ts';

/** What GitHub shows of a repository beside its files: https://docs.github.com/en/repositories */
const shown =
  /^(?:actions|activity|archive|assets|attestations|blame|blob|branches|codespaces|commits?|community|compare|contribute|contributors|deployments|discussions|downloads|edit|files|find|forks?|graphs|info|invitations|issues|labels|media|milestones?|models|network|new|packages|people|pkgs|projects|pulls?|pulse|raw|releases|rulesets?|search|security|settings|sponsors|stargazers|subscription|suites|tags|teams|tree|upload|watchers|wiki|workflows|zipball|tarball)$/iu;
/** Addresses at the top of GitHub that are of no account. */
const ofNobody =
  /^(?:about|advisories|apps|collections|customer-stories|downloads|enterprises?|features|github-copilot|login|marketplace|orgs|readme|resources|search|security|settings|site|solutions|sponsors|stars|topics|trending|user-attachments|users)$/iu;
const ofRepository =
  /^https?:\/\/(?:www\.)?github\.com\/([\w.-]{1,100})\/([\w.-]{1,100})\/([^/?#\s]{1,200})(\/[^?#\s]{0,500})?(?=[?#]|$)/iu;
/** Files that authors name, of which GitHub makes no page by itself as it does of `releases.atom`. */
const file =
  /^\.(?:mdx?|markdown|rst|adoc|txt|html?|ya?ml|json|toml|py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|cpp|c|h|sh|ipynb|png|jpe?g|gif|svg)$/iu;

/** A host of files alone, of which `blob` would be the name of a branch. */
const rawWithView =
  /^https?:\/\/raw\.githubusercontent\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/(blob|tree|raw)\/[^/?#\s]+\/./iu;

/** One of what GitHub has many of, by the name of one: there it stands below the name of all. */
const ofOne = /^(issue(?=\/(?:\d|new\b))|release(?=\/(?:tag|download|latest)\b)|discussion(?=\/\d))\//iu;

/** True for what GitHub shows of a repository by this name, such as `issues`. */
export function isShownByGithub(name: string): boolean {
  return shown.test(name);
}

/** Addresses on GitHub of which it has no page, whatever the repository: files without a branch before them, and `issue/3`. */
export function* pagesOfNobody(
  checked: readonly CheckedSite[],
  files: FileIndex,
  own: string | undefined,
): Iterable<SiteProblem> {
  for (const { path, link } of linksOf(checked)) {
    const { url, line, column } = link;
    const view = rawWithView.exec(url)?.[1];
    if (view !== undefined) {
      const message = `The link ${url} leads to no file: raw.githubusercontent.com has none below ${view}/, which belongs on github.com alone.`;
      yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
      continue;
    }
    const [, owner = '', repository = '', top = '', below = ''] = ofRepository.exec(url) ?? [];
    if (owner === '' || ofNobody.test(owner) || shown.test(top) || /[{}<>$]/u.test(url)) continue;
    const one = ofOne.exec(top + below)?.[1];
    if (one !== undefined) {
      const message = `The link ${url} leads to no page of GitHub: ${one} is written where ${one}s belongs.`;
      yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
      continue;
    }
    if (!file.test(extensionOf(top + below))) continue;
    // Of the own repository it is told what is meant.
    const isOwn = `github.com/${owner}/${repository}`.toLowerCase() === own;
    if (isOwn && files.has(decodedPath(top + below) ?? '')) continue;
    const lacking = /^(?:blob|tree|raw)$/iu.test(repository)
      ? `the name of a repository is missing before ${repository}`
      : /^\/(?:blob|tree|raw)\//iu.test(below)
        ? `${top} stands before ${below.slice(1).split('/', 1)[0] ?? ''}, where nothing belongs but the repository`
        : `blob and a branch are missing before ${top}${below}`;
    const message = `The link ${url} leads to no page of GitHub: ${lacking}.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}
