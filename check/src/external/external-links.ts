import type { CheckedTree } from '../check-tree.ts';
import type { Link } from '../page/page-facts.ts';
import type { CheckSettings } from '../rules/rule.ts';
import { severityOf } from '../rules/rules.ts';
import { parseAddress, within } from '../site/paths.ts';
import type { SiteProblem } from '../site/site.ts';
import type { LinkVerdict, ProbeLinks } from './link-probe.ts';

interface ExternalLinksRequest {
  readonly now: CheckedTree;
  /** When given, only links that it does not have on the same page are asked about. */
  readonly before: CheckedTree | undefined;
  readonly docsFolder: string;
  readonly settings: CheckSettings;
  readonly probe: ProbeLinks;
  readonly signal: AbortSignal | undefined;
}

/** Asks about the links that leave the site. What the settings silence is not asked about. */
export async function externalLinks(request: ExternalLinksRequest): Promise<readonly SiteProblem[]> {
  const { now, before, docsFolder, settings, probe, signal } = request;
  const stood = new Set(before === undefined ? [] : [...linksOf(before)].map(identityOf));
  const isWanted = (externalLink: ExternalLink): boolean => {
    const problem = problemOf(externalLink, { kind: 'broken', why: '' });
    return settings.apply(problem, severityOf(problem.rule)) !== undefined;
  };
  const links = [...linksOf(now)].filter(
    (externalLink) =>
      within(docsFolder, externalLink.path) !== undefined &&
      !stood.has(identityOf(externalLink)) &&
      isWanted(externalLink),
  );
  if (links.length === 0) return [];
  const verdicts = await probe(
    links.map(({ url }) => url),
    signal,
  );
  return links.flatMap((externalLink) => {
    const verdict = verdicts.get(externalLink.url);
    return verdict === undefined || verdict.kind === 'fine' ? [] : [problemOf(externalLink, verdict)];
  });
}

interface ExternalLink {
  readonly path: string;
  readonly link: Link;
  readonly url: string;
}

function* linksOf({ checked }: CheckedTree): Generator<ExternalLink> {
  for (const { site } of checked) {
    for (const [path, { links }] of site.pages) {
      for (const link of links) {
        const url = addressOf(link.url.trim());
        if (url !== undefined) yield { path, link, url };
      }
    }
  }
}

/** Names that stand for no real host. https://www.rfc-editor.org/rfc/rfc2606 */
const examples = /(?:^|\.)(?:example|invalid|test|localhost|example\.(?:com|net|org))$/u;

/** The address to ask, without what is no business of the host's: the anchor and any password. */
function addressOf(written: string): string | undefined {
  if (parseAddress(written).kind !== 'elsewhere') return undefined;
  const url = URL.parse(written.startsWith('//') ? `https:${written}` : written);
  if (url === null || !/^https?:$/u.test(url.protocol) || examples.test(url.hostname)) return undefined;
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}

function identityOf({ path, url }: ExternalLink): string {
  return `${path}\0${url}`;
}

function problemOf({ path, link: { line, column }, url }: ExternalLink, { kind, why }: LinkVerdict): SiteProblem {
  const rule = kind === 'broken' ? 'external-link' : 'external-link-unclear';
  return { path, rule, line, column, message: `\`${url}\` ${why}.` };
}
