import type { Link } from '../page/page-facts.ts';
import { isForgeFile } from '../site/file-index.ts';
import { extensionOf, folderOf } from '../site/paths.ts';
import { hostAlone } from '../site/resolve-link.ts';
import { isWithoutScheme } from './missing-scheme.ts';
import type { LinkFault, LinkUse, Rule, RuleContext } from './rule.ts';
import { nearestAnchor, suggestTarget } from './suggest.ts';

export const brokenLink: Rule = {
  name: 'broken-link',
  severity: 'error',
  finds: 'a link that resolves to no page and no file',
  fix: 'Link to the page that was meant, or add a redirect from where it was; `--fix` corrects upper and lower case.',
  example: '`[Install](instal.md)` where the page is `install.md`',
  source: 'https://spec.commonmark.org/0.31.2/#links',
  onLink: (context, use) => (isOfFile(use) ? undefined : unresolved(context, use)),
};

export const missingFile: Rule = {
  name: 'missing-file',
  severity: 'error',
  finds: 'an image or other file that does not exist',
  fix: 'Add the file, or name the one that is there.',
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
  const unsure = isMade ? 'git ignores such files, so a build may make it' : undefined;
  const suggestion = suggestTarget(context, path, link.url, looked);
  const meant = suggestion?.text ?? ownAnchor(context, path, link.url);
  const message = context.files.has(looked)
    ? `\`${link.url}\` does not resolve: ${looked} is in the repository, but this site does not publish it.`
    : `\`${link.url}\` does not resolve: there is no ${isOfFile(use) ? 'file' : 'page or file'} at ${looked}.`;
  return {
    message,
    sought: { kind: link.kind, written: link.url, at: looked },
    ...(meant === undefined ? {} : { meant }),
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
