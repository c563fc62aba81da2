import { duration } from '../../kernel/clock.ts';
import { endOfHost } from '../path.ts';
import type { Step } from './step.ts';

/** What this program names itself when it checks links. */
const ownUserAgent = 'Docwright/';
/** How far the clock of a source may run ahead of ours, in milliseconds: it may be ours that was set back by hours. */
export const mostAhead = 3 * duration.hour;

export const dropOwnCheck: Step = ({ hit }) => (hit.userAgent?.includes(ownUserAgent) ? 'own_check' : undefined);

export const dropUnknownHost: Step = ({ hit }, { settings }) => {
  const { hosts, suffixes } = settings.sites;
  if (hosts.size === 0 && suffixes.length === 0) return undefined;
  const host = hostOf(hit.host) ?? hostOfUrl(hit.url);
  // A log of one site names no host at all; its import says which project it belongs to.
  if (host === undefined || hosts.has(host)) return undefined;
  return suffixes.some((suffix) => host.endsWith(suffix)) ? undefined : 'unknown_host';
};

export const dropClockSkew: Step = ({ hit }, { settings, nowMs }) => {
  const { timestampMs } = hit;
  // Written so that no time at all is a wrong one too.
  return timestampMs >= settings.firstKept(nowMs) && timestampMs <= nowMs + mostAhead ? undefined : 'clock_skew';
};

/** Lower case, without port; undefined for an empty one. */
function hostOf(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const lower = host.toLowerCase();
  const colon = lower.lastIndexOf(':');
  return colon > 0 && !lower.endsWith(']') ? lower.slice(0, colon) : lower;
}

function hostOfUrl(url: string): string | undefined {
  const scheme = url.charCodeAt(0) === 47 ? -1 : url.indexOf('://');
  return scheme < 0 ? undefined : hostOf(url.slice(scheme + 3, endOfHost(url, scheme + 3)));
}
