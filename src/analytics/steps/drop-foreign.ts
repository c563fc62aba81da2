import { duration } from '../../kernel/clock.ts';
import { hostOfHit } from '../host.ts';
import type { Step } from './step.ts';

/** What this program names itself when it checks links. */
const ownUserAgent = 'Docwright/';
/** How far the clock of a source may run ahead of ours, in milliseconds: it may be ours that was set back by hours. */
export const mostAhead = 3 * duration.hour;

export const dropOwnCheck: Step = ({ hit }) => (hit.userAgent?.includes(ownUserAgent) ? 'own_check' : undefined);

export const dropUnknownHost: Step = ({ hit }, { settings }) => {
  const { hosts, suffixes } = settings.sites;
  if (hosts.size === 0 && suffixes.length === 0) return undefined;
  const host = hostOfHit(hit);
  // A log of one site names no host at all; its import says which project it belongs to.
  if (host === undefined || hosts.has(host)) return undefined;
  return suffixes.some((suffix) => host.endsWith(suffix)) ? undefined : 'unknown_host';
};

export const dropClockSkew: Step = ({ hit }, { settings, nowMs }) => {
  const { timestampMs } = hit;
  // Written so that no time at all is a wrong one too.
  return timestampMs >= settings.firstKept(nowMs) && timestampMs <= nowMs + mostAhead ? undefined : 'clock_skew';
};
