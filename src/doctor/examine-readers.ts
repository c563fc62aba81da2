import type { ArrivedViews } from '../analytics/analytics.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** Views of people in an hour that say something: from one public address many may be of one reader. */
const fewestViews = { private: 3, public: 20 };

/**
 * Whether readers can be told apart by their addresses. Undefined where nothing is wrong: too few views, or several
 * addresses of which some are public.
 */
export function examineReaders({ readers }: ArrivedViews): Outcome | undefined {
  const problems: { readonly message: string; readonly remedy: string }[] = [];
  for (const [source, { since, views, several, public: isPublic, ignoredHeader }] of Object.entries(readers)) {
    const isTold = several && isPublic;
    const isWorth = views >= (isPublic && ignoredHeader === undefined ? fewestViews.public : fewestViews.private);
    if (isTold || !isWorth) continue;
    const addresses = several ? 'private IP addresses' : isPublic ? 'one IP address' : 'one private IP address';
    const sent =
      ignoredHeader === undefined ? '' : ` The sender forwarded ${shown(ignoredHeader)}, but is not trusted.`;
    problems.push({
      message: `In the hour from ${new Date(since).toISOString()}, ${counted(views, 'view')} by people from ${source} came from ${addresses}.${sent}`,
      remedy: ignoredHeader === undefined ? forwardFirst(source) : trust(source),
    });
  }
  if (problems.length === 0) return undefined;
  const messages = problems.map(({ message }) => message);
  const remedies = new Set(problems.map(({ remedy }) => remedy));
  return { state: 'warning', message: messages.join(' '), remedy: [...remedies].join(' ') };
}

function forwardFirst(source: string): string {
  const header = "let it send `X-Forwarded-For` (or `Forwarded`, or its CDN's header)";
  return `If a proxy is in front, ${header}. ${trust(source)} If these are all your readers, ignore this warning.`;
}

/** Beacons come to this server itself; of other requests the site or its log says who made them. */
function trust(source: string): string {
  return source === 'tracker'
    ? "Set DOCWRIGHT_TRUSTED_PROXIES to the proxy's address or network."
    : "Add the proxy's address or network to the project's setting `analytics.trustedProxies`.";
}

function shown(header: string): string {
  return header.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
