import { sharedHost } from '../site/declared-addresses.ts';
import { pagesOf } from '../site/named-hosts.ts';
import { isOneLetterOff } from '../site/one-letter-off.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';

/** Letters of a name below which another with one letter more is another name. */
const fewestLetters = 8;
/** How often a host is named that no settings have, and how many times as often as the other, before that is a slip of it. */
const fewestTimes = 5;
const timesAsOften = 5;
/** Hosts that one name tells apart; of more, such as those of everybody below `netlify.app`, another is a letter off as often as not. */
const mostBeside = 100;
const hostOf = /^https?:\/\/(?:www\.)?([a-z\d-]+(?:\.[a-z\d-]+)+)(?=[/:?#]|$)/iu;

/**
 * Complete addresses on a host of which one name has a letter too many or too few, or two exchanged, where settings of the tree say
 * that something is published on the other, or its pages name that much more often. Names of the code host are judged elsewhere:
 * its owners may be called so.
 */
export function* slipsOfHosts(links: readonly PlacedLink[], declared: readonly string[]): Iterable<SiteProblem> {
  const own = new Set(declared.flatMap((url) => hostIn(url) ?? []));
  const named = links.flatMap(({ path, link }) => {
    const host = hostIn(link.url);
    return host === undefined ? [] : [{ path, link, host }];
  });
  const times = new Map([...Map.groupBy(named, ({ host }) => host)].map(([host, all]) => [host, all.length]));
  const alike = Map.groupBy(
    [...new Set([...own, ...times.keys()])].flatMap((host) => keysOf(host).map((key) => ({ key, host }))),
    ({ key }) => key,
  );
  const meantFor = (host: string): string | undefined => {
    const others = keysOf(host).flatMap((key) => {
      const beside = alike.get(key) ?? [];
      return beside.length > mostBeside ? [] : beside;
    });
    const meant = new Set(others.flatMap(({ host: other }) => (isMeant(host, other) ? [other] : [])));
    return meant.size === 1 ? [...meant][0] : undefined;
  };
  const isMeant = (host: string, other: string): boolean => {
    const [few, many] = [times.get(host) ?? 0, times.get(other) ?? 0];
    const isMuchMore = many >= fewestTimes && many >= timesAsOften * few;
    return ((own.has(other) && !own.has(host)) || isMuchMore) && isSlip(host, other);
  };
  const known = new Map([...times.keys()].map((host) => [host, meantFor(host)]));
  for (const { path, link, host } of named) {
    const meant = known.get(host);
    if (meant === undefined) continue;
    const why = own.has(meant) ? 'on which settings say that this is published' : 'which is named much more often';
    const message = `The host of the link ${link.url} is probably mistyped: ${meant}, ${why}, is a letter off.`;
    yield { path, line: link.line, column: link.column, rule: 'broken-link', severity: 'warning', message };
  }
}

function hostIn(url: string): string | undefined {
  const host = hostOf.exec(url)?.[1]?.toLowerCase();
  const isOfCodeHost =
    host === undefined || sharedHost.test(host) || ofCodeHosts.some((one) => host.endsWith(`.${one}`));
  return isOfCodeHost ? undefined : host;
}

const ofCodeHosts = Object.values(pagesOf);

/** A host without one of its names that is long enough. */
function keysOf(host: string): string[] {
  const names = host.split('.');
  return names.flatMap((name, at) => (name.length >= fewestLetters - 1 ? [names.with(at, '').join('.')] : []));
}

/** Another letter in place of one makes another name, and so does an `s` at the end of a word. */
function isSlip(host: string, other: string): boolean {
  const others = other.split('.');
  const at = host.split('.').findIndex((name, index) => name !== others[index]);
  const [name = '', meant = ''] = [host.split('.')[at], others[at]];
  if (wordsOf(name) === wordsOf(meant)) return false;
  const isExchange = name.length === meant.length && sorted(name) === sorted(meant);
  return (name.length !== meant.length || isExchange) && isOneLetterOff(name, meant, fewestLetters);
}

/** The words of a name, however they are put together, none of them in the plural. */
function wordsOf(name: string): string {
  return name.replaceAll(/s(?=-|$)|-/gu, '');
}

function sorted(name: string): string {
  return Array.from(name).toSorted().join('');
}
