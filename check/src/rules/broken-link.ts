import type { Link } from '../page/page-facts.ts';
import { isForgeFile, type FileIndex } from '../site/file-index.ts';
import {
  extensionOf,
  folderOf,
  braceLeftOpen,
  bracketed,
  commaInHost,
  halfSlashed,
  hostless,
  isMistyped,
  linkForAddress,
  macroAddress,
  pastedTwice,
  quoted,
  decode,
  foldersAbove,
  withoutSlashAtEnd,
} from '../site/paths.ts';
import { hostAlone, lacksScheme } from '../site/resolve-link.ts';
import type { LinkFault, LinkUse, Rule, RuleContext } from './rule.ts';
import { nearestAnchor, suggestTarget } from './suggest.ts';
import type { HostedRepository } from '../finding.ts';
import { repositoryAt } from '../tree/git.ts';

export const brokenLink: Rule = {
  name: 'broken-link',
  severity: 'error',
  finds: 'a link that resolves to no page and no file',
  fix: 'Link to the intended page, or add a redirect from its old address. `--fix` corrects upper and lower case.',
  example: '`[Install](instal.md)` where the page is `install.md`',
  source: 'https://spec.commonmark.org/0.31.2/#links',
  onLink: (context, use) => (isOfFile(use) ? undefined : unresolved(context, use)),
};

export const missingFile: Rule = {
  name: 'missing-file',
  severity: 'error',
  finds: 'an image or other file that does not exist',
  fix: 'Add the file, or use the name of an existing one.',
  example: '`![Setup](img/setup.png)` where `img/` has no such file',
  source: 'https://spec.commonmark.org/0.31.2/#images',
  onLink: (context, use) => (isOfFile(use) ? unresolved(context, use) : undefined),
};

function isOfFile({ link, target }: LinkUse): boolean {
  const isPicture =
    target.kind === 'missing' && /^\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/u.test(extensionOf(target.looked));
  return link.kind === 'file' || isPicture;
}

/** An address that says so itself shows what then happens: `/this-page-does-not-exist`. */
const meantToBeMissing = /(?:^|[/_-])(?:not|non|doesn?t)[_-]?exist(?:s|ent|ing)?(?:$|[/._?#-])/iu;
/** No build makes what begins with a scheme or a host, nor `..a.png`. */
const noPath = /^[a-z][\w-]*:|(?:^|\/)\.\.[\p{L}\p{N}]/iu;

function unresolved(context: RuleContext, use: LinkUse): LinkFault | undefined {
  const { path, link, target } = use;
  if (target.kind !== 'missing' || target.source !== undefined || link.element === 'ref' || isWithoutScheme(use))
    return undefined;
  const { looked } = target;
  if (meantToBeMissing.test(link.url)) return undefined;
  const isMade = !noPath.test(looked) && !hostAlone.test(looked) && context.madeByBuild(looked);
  if (isMade && !isShownByHost(context, use, looked)) return undefined;
  const unsure = isMade ? 'git ignores this path, so a build may create it' : undefined;
  const suggestion = suggestTarget(context, path, link.url, looked);
  const suggestedText = suggestion?.text ?? ownAnchor(context, path, link.url);
  const message = context.files.has(looked)
    ? `\`${link.url}\` does not resolve: ${looked} is in the repository, but this site does not publish it.`
    : `\`${link.url}\` does not resolve: there is no ${isOfFile(use) ? 'file' : 'page or file'} at ${looked}.`;
  return {
    message,
    sought: { kind: link.kind, written: link.url, at: looked },
    ...(suggestedText === undefined ? {} : { meant: suggestedText }),
    ...(unsure === undefined ? {} : { unsure }),
    ...(suggestion?.certain === true ? fixOf(link, suggestion.text) : {}),
  };
}

/** A code host builds nothing, so no README of it shows what git ignores, beside files that are there. */
function isShownByHost({ site, files }: RuleContext, { path, link }: LinkUse, looked: string): boolean {
  const isBesideFiles = folderOf(looked) !== '' && files.hasFolder(folderOf(looked));
  return site.routes.size === 0 && isForgeFile(path) && (link.kind === 'file' || isBesideFiles);
}

/** An anchor of the page itself without its `#`: `5FAQ`. In capitals it is the name of a file. */
function ownAnchor({ anchors, site }: RuleContext, path: string, url: string): string | undefined {
  if (!/^[\p{L}\p{N}_-]+$/u.test(url) || /^[A-Z]{4,}$/u.test(url) || !site.pages.has(path)) return undefined;
  const near = nearestAnchor(anchors.anchorsOf(path), url);
  return near === undefined ? undefined : `#${near.text}`;
}

export function fixOf(link: Link, text: string): Pick<LinkFault, 'fix'> {
  return link.range === undefined ? {} : { fix: { range: link.range, text } };
}

export const missingBase: Rule = {
  name: 'missing-base',
  severity: 'error',
  finds: 'a root-relative link without the base path that the site is published under',
  fix: 'Add the base path to the link.',
  example: '`<img src="/logo.png">` on a site published under `/tool/`',
  source: 'https://vitepress.dev/guide/asset-handling#base-url',
  formerly: ['broken-link'],
  onLink({ site }, { path, link, target }) {
    const isFound = target.kind === 'page' || target.kind === 'file';
    if (!isFound || target.lacksBase !== true || !site.routeOf.has(path)) return undefined;
    const base = site.links.base.replace(/\/$/u, '');
    return {
      message: `\`${link.url}\` does not resolve: it lacks the site's base path ${base}.`,
      meant: `${base}${link.url}`,
    };
  },
};

export const missingScheme: Rule = {
  name: 'missing-scheme',
  severity: 'error',
  finds: 'a link to another host without `https://`, which browsers treat as a relative path',
  fix: 'Add `https://` before the host.',
  example: '`[Node](nodejs.org/en)`',
  source: 'https://url.spec.whatwg.org/#relative-url-string',
  formerly: ['broken-link'],
  onLink: (_context, use) =>
    isWithoutScheme(use)
      ? {
          message: `Browsers treat \`${use.link.url}\` as a path relative to this page.`,
          meant: `https://${use.link.url}`,
        }
      : undefined,
};

/** Roles of reStructuredText, shortcodes of Hugo and tags of Jekyll name pages and targets, and no addresses. */
const byName: ReadonlySet<string> = new Set(['doc', 'ref', 'relref', 'link tag', 'post_url']);

function isWithoutScheme({ link, target }: LinkUse): boolean {
  return (
    (target.kind === 'unjudged' || target.kind === 'missing') && !byName.has(link.element) && lacksScheme(link.url)
  );
}

export const sourceEnding: Rule = {
  name: 'source-ending',
  severity: 'error',
  finds: "a link with a source file's extension, where the framework does not replace it",
  fix: "Link to the page's published address.",
  example: '`<a href="setup.md">` on a site that replaces `.md` in Markdown links only',
  source: 'https://docusaurus.io/docs/markdown-features/links',
  formerly: ['broken-link'],
  onLink({ site }, { link, target }) {
    if (target.kind !== 'missing' || target.source === undefined) return undefined;
    const { url } = link;
    const suffix = /[?#].*$/su.exec(url)?.[0] ?? '';
    const bare = url.slice(0, url.length - suffix.length - extensionOf(target.source).length) + suffix;
    const suggestedRoute = site.links.names.bare ? bare : site.routeOf.get(target.source);
    return {
      message: `\`${url}\` does not resolve: ${site.framework} does not rewrite this link, and publishes no page with its source extension.`,
      sought: { kind: link.kind, written: url, at: target.source },
      ...(suggestedRoute === undefined ? {} : { meant: suggestedRoute }),
      ...(suggestedRoute === bare ? fixOf(link, bare) : {}),
    };
  },
};

export const redirectedLink: Rule = {
  name: 'redirected-link',
  severity: 'notice',
  finds: 'a link that only a redirect resolves',
  fix: "Link to the redirect's target.",
  example: '`[Start](/old-start)` where `/old-start` redirects to `/start`',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#name-redirection-3xx',
  onLink(_context, { link, target }) {
    if (target.kind !== 'page' || target.redirected === undefined) return undefined;
    const message = `\`${link.url}\` resolves only through a redirect to ${target.redirected}.`;
    return { message, ...fixOf(link, target.redirected) };
  },
};

/** What is wrong with an address, the first that fits. */
const faults: readonly (readonly [is: (url: string) => boolean, says: string])[] = [
  [(url) => bracketed.test(url), 'has angle brackets around it'],
  [(url) => quoted.test(url), 'starts with a character that no address starts with'],
  [(url) => braceLeftOpen.test(url), 'starts with a brace that is never closed'],
  [(url) => linkForAddress.test(url), 'contains a whole Markdown link instead of an address'],
  [(url) => macroAddress.test(url), 'starts with a macro name'],
  [isMistyped, 'starts with a mistyped scheme'],
  [(url) => hostless.test(url), 'has no host'],
  [(url) => commaInHost.test(url), 'has a comma in its host name'],
  [(url) => halfSlashed.test(url), 'has fewer than two slashes after its scheme'],
  [(url) => pastedTwice.test(url), 'has a second address after the first'],
];

export const malformedLink: Rule = {
  name: 'malformed-link',
  severity: 'error',
  finds: 'an address that no browser can open: a mistyped scheme, no host, quotation marks, a stray `%`',
  fix: 'Correct the address. Write a literal `%` as `%25`, and a space as `%20`.',
  example: '`[Docs](htps://example.com)`',
  source: 'https://url.spec.whatwg.org/#url-parsing',
  onLink(_context, { link: { url }, target }) {
    if (target.kind !== 'malformed') return undefined;
    const says = faults.find(([isFault]) => isFault(url))?.[1] ?? 'has a `%` that escapes nothing';
    const isOneAddress = says.startsWith('has a second') || /^http:\/?[^/]/iu.test(url);
    return {
      message: `The address \`${url}\` ${says}.`,
      ...(isOneAddress ? { unsure: 'browsers or the host may still accept it' } : {}),
    };
  },
};

export const ownRepositoryLink: Rule = {
  name: 'own-repository-link',
  severity: 'error',
  finds: 'a full code host URL of a file that this repository does not have',
  fix: "Use the file's current path. For an old file, link to a tag or commit.",
  example: '`https://github.com/acme/tool/blob/main/docs/gone.md` in the README of `acme/tool`',
  source: 'https://docs.github.com/en/repositories/working-with-files/using-files/getting-permanent-links-to-files',
  formerly: ['broken-link'],
  onLink({ files, repository, madeByBuild }, { link }) {
    const named = ownFileOf(link.url, repository);
    if (named === undefined || hasFile(files, named.file) || madeByBuild(named.file)) return undefined;
    const message = `\`${link.url}\` does not resolve: this repository has no ${named.file}.`;
    const unsure = named.isOfBranch ? {} : { unsure: `the branch ${named.branch} may have it` };
    return { message, sought: { kind: 'own file', written: link.url, at: named.file }, ...unsure };
  },
};

/** A file or folder on a code host, at a branch, tag or commit. */
const onHost =
  /^https?:\/\/(?:www\.)?([\w.-]{1,253}(?:\/[\w.-]{1,100}){2,8}?)\/(?:-\/)?(?:blob|tree|raw)\/(?:refs\/heads\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
const onRawHost =
  /^https?:\/\/raw\.githubusercontent\.com\/([\w.-]+\/[\w.-]+)\/(?:refs\/heads\/)?([^/?#]{1,200})\/([^?#]{1,500})(?=[?#]|$)/iu;
/** Branches whose files are those of now: of a tag or commit they need not be. */
const usualBranch = /^(?:main|master|HEAD)$/iu;

interface OwnFile {
  readonly file: string;
  readonly branch: string;
  /** False where the tree stands on another branch that people link to. */
  readonly isOfBranch: boolean;
}

/** What a complete address names in this repository, where it does. */
export function ownFileOf(url: string, repository: HostedRepository | undefined): OwnFile | undefined {
  if (repository === undefined || !/^https?:/iu.test(url)) return undefined;
  const raw = onRawHost.exec(url);
  const [, name = '', branch = '', written = ''] = raw ?? onHost.exec(url) ?? [];
  const host = raw === null ? '' : 'github.com/';
  if ((host + name).toLowerCase() !== repositoryAt(repository.url)) return undefined;
  const isOfBranch =
    branch === repository.branch || (usualBranch.test(branch) && !usualBranch.test(repository.branch ?? ''));
  if (!isOfBranch && !usualBranch.test(branch)) return undefined;
  const file = withoutSlashAtEnd(decode(written) ?? '');
  return file === '' || /[{}<>$*]|\.\.\.|(?:^|\/)\.{1,2}(?:\/|$)/u.test(file)
    ? undefined
    : { file, branch, isOfBranch };
}

/** What lies below a symbolic link may be outside of the repository. */
export function hasFile(files: FileIndex, path: string): boolean {
  return files.has(path) || files.hasFolder(path) || foldersAbove(path).some((folder) => files.isSymbolicLink(folder));
}
