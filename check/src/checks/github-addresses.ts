import type { FileIndex } from '../site/file-index.ts';
import { extensionOf } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import { decodedPath } from './repository-addresses.ts';
import type { PlacedLink } from './links-of-sites.ts';

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

/** A name that says nothing of what it is, as GitHub's own pages have. */
const plainName = /^[a-z][\w-]*$/iu;

/** A host of files alone, of which `blob` would be the name of a branch. */
const rawWithView =
  /^https?:\/\/raw\.githubusercontent\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/(blob|tree|raw)\/[^/?#\s]+\/./iu;

/** One of what GitHub has many of, by the name of one: there it stands below the name of all. */
const ofOne = /^(issue(?=\/(?:\d|new\b))|release(?=\/(?:tag|download|latest)\b)|discussion(?=\/\d))\//iu;

/** The same pages of another code host, which has them there: https://docs.gitlab.com/user/project/repository/files/ */
const formOfGitlab =
  /^https?:\/\/(?:www\.)?github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/-\/(?=(?:blob|tree|raw|issues|merge_requests)\/)/iu;
/** What stands right behind a repository, whatever is behind it in turn. */
const rightBehind =
  /^\/(?:blob|tree|raw|releases\/(?:tag|download|latest)|issues\/(?:\d+|new)|pull\/\d+|discussions\/\d+|actions\/workflows|commit\/[\da-f]{7,40})(?:\/|$)/iu;
/** No name of an owner or repository has a blank in it. */
const withBlank = /^https?:\/\/(?:www\.)?github\.com\/(?:[\w.-]{1,100}\/)?[\w.-]{1,100}(?: |%20)[\w.-]/iu;
/** A browser takes `..` away, with the name before it. */
const climbing = /^https?:\/\/(?:www\.)?github\.com\/[^?#]{1,2000}\/\.\.(?:[/?#]|$)/iu;

/** True for what GitHub shows of a repository by this name, such as `issues`. */
export function isShownByGithub(name: string): boolean {
  return shown.test(name);
}

/**
 * Addresses on GitHub of which it has no page, whatever the repository: files without a branch before them, and `issue/3`. Of this
 * repository, nothing at all that GitHub does not show of one.
 */
export function* pagesOfNobody(
  links: readonly PlacedLink[],
  files: FileIndex,
  own: string | undefined,
): Iterable<SiteProblem> {
  for (const { path, link } of links) {
    const { url, line, column } = link;
    const view = rawWithView.exec(url)?.[1];
    if (view !== undefined) {
      const message = `The link ${url} leads to no file: raw.githubusercontent.com has none below ${view}/, which belongs on github.com alone.`;
      yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
      continue;
    }
    const amiss = faultOfForm(url);
    if (amiss !== undefined) {
      const message = `The link ${url} leads to no page of GitHub: ${amiss}.`;
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
    const isOwn = `github.com/${owner}/${repository}`.toLowerCase() === own;
    const isBefore = plainName.test(top) && rightBehind.test(below);
    if (!file.test(extensionOf(top + below)) && !isBefore && !(isOwn && plainName.test(top))) continue;
    // Of the own repository it is told what is meant.
    const at = decodedPath(top + below) ?? '';
    if (isOwn && (files.has(at) || files.hasFolder(at))) continue;
    const lacking = /^(?:blob|tree|raw)$/iu.test(repository)
      ? `the name of a repository is missing before ${repository}`
      : isBefore || /^\/(?:blob|tree|raw)\//iu.test(below)
        ? `${top} stands before ${below.slice(1).split('/', 1)[0] ?? ''}, where nothing belongs but the repository`
        : isOwn && !file.test(extensionOf(top + below)) && !files.hasFolder(top)
          ? `it shows nothing of a repository that is called ${top}, and no file or folder of this one is`
          : `blob and a branch are missing before ${top}${below}`;
    const message = `The link ${url} leads to no page of GitHub: ${lacking}.`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}

/** What is wrong with the form of the address itself, whatever it names. */
function faultOfForm(url: string): string | undefined {
  if (formOfGitlab.test(url)) return 'the /-/ in it belongs to GitLab';
  if (withBlank.test(url) && !/[{}<>$]/u.test(url)) return 'no owner or repository has a blank in its name';
  if (!climbing.test(url) || !URL.canParse(url)) return undefined;
  const [, owner = '', repository = ''] = url.split('/').slice(2);
  const left = new URL(url).pathname;
  return left.startsWith(`/${owner}/${repository}/`) ? undefined : `a browser reads the .. in it as ${left}`;
}
