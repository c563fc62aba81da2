import type { Step } from './step.ts';

/** What this program names itself when it checks links. */
const ownUserAgent = 'Docwright/';

export const dropOwnCheck: Step = ({ hit }) => (hit.userAgent?.includes(ownUserAgent) ? 'own_check' : undefined);

export const dropUnknownHost: Step = ({ hit }, { settings }) => {
  if (settings.hosts.size === 0 && settings.hostSuffixes.length === 0) return undefined;
  const host = hostOf(hit.host) ?? hostOfUrl(hit.url);
  // A log of one site names no host at all; its import says which project it belongs to.
  if (host === undefined || settings.hosts.has(host)) return undefined;
  return settings.hostSuffixes.some((suffix) => host.endsWith(suffix)) ? undefined : 'unknown_host';
};

export const dropClockSkew: Step = ({ hit }, { settings, nowMs }) => {
  const age = nowMs - hit.timestampMs;
  return age <= settings.timeLimits.pastMs && age >= -settings.timeLimits.futureMs ? undefined : 'clock_skew';
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
  return scheme < 0 ? undefined : hostOf(url.slice(scheme + 3).split(/[/?#]/, 1)[0]);
}
