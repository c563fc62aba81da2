import { hostOfHit } from '../host.ts';
import type { ViewContext } from '../visits/view.ts';
import type { Step } from './step.ts';

/** In UTF-16 code units; a longer one is cut. */
const longestTag = 100;
/** Of a query, in UTF-16 code units: what stands further on is not looked at. */
const longestQuery = 4096;
/** Names of hosts are letters, digits, dots and dashes, addresses have colons and brackets. */
const plainHost = /^[a-z0-9.:[\]_-]{1,253}$/;

/** What is kept of how a page was asked for. Of its query that is what campaigns are known by, and nothing else. */
export const putContext: Step = (draft) => {
  const { hit } = draft;
  const host = hostOfHit(hit);
  const tags = hit.url.includes('utm_') ? tagsOf(hit.url) : undefined;
  const context: ViewContext = {
    host: host !== undefined && plainHost.test(host) ? host : undefined,
    status: hit.status,
    utmSource: tag(tags?.get('utm_source')),
    utmMedium: tag(tags?.get('utm_medium')),
    utmCampaign: tag(tags?.get('utm_campaign')),
    event: tag(hit.event),
  };
  draft.context = context;
  return undefined;
};

function tagsOf(url: string): URLSearchParams | undefined {
  const start = url.indexOf('?');
  if (start < 0) return undefined;
  const [query = ''] = url.slice(start + 1, start + 1 + longestQuery).split('#', 1);
  return new URLSearchParams(query);
}

// eslint-disable-next-line no-control-regex -- a text that is shown holds none of them
const controls = /[\u0000-\u001f\u007f]+/g;

function tag(text: string | null | undefined): string | undefined {
  if (!text) return undefined;
  return text.replace(controls, ' ').trim().slice(0, longestTag).toWellFormed() || undefined;
}
