import { RepositoryAddressInvalid } from './errors.ts';
import { hostOfAddress } from './address-host.ts';

/** A repository on a server that people run themselves or rent. */
export interface RepositoryPlace {
  /** Where the server begins, such as `https://git.example.com:3000/code`, without a slash at the end. */
  readonly server: string;
  /** Such as `acme/docs`, or `group/subgroup/docs`. */
  readonly path: string;
}

export interface PlaceRules {
  /** The server of the settings, which may be served under a path. */
  readonly configured: string | undefined;
  /** How many names make a path, such as `acme` and `docs`. */
  readonly names: { readonly least: number; readonly most: number };
}

const namePart = /^(?!\.{1,2}$|-$)[\w.-]{1,255}$/;

/**
 * Reads an https or http URL, with port and sub-path, `git@host:acme/docs.git` and `ssh://git@host:2222/acme/docs.git`. An SSH
 * address does not show the port and sub-path of HTTP: those of the settings count, else `https://host`. Throws
 * `RepositoryAddressInvalid`.
 */
export function readPlace(address: string, { configured, names }: PlaceRules): RepositoryPlace {
  const invalid = (why: string) => new RepositoryAddressInvalid(address, why);
  const short = /^[\w.-]+@[\w.-]+:([^:]+)$/.exec(address)?.[1];
  const url = /^(?:https?|ssh):\/\//i.test(address) ? URL.parse(address) : null;
  if (short === undefined && url === null) throw invalid('expected a URL that starts with https://');
  const isSsh = short !== undefined || url?.protocol === 'ssh:';
  if (url !== null && !isSsh && `${url.username}${url.password}` !== '')
    throw invalid('it contains credentials; store the token in the project instead');
  if (url !== null && `${url.search}${url.hash}` !== '') throw invalid('it has a query or a fragment');

  const parts = (short ?? url?.pathname ?? '').replace(/^\/|\/$/g, '').split('/');
  const last = parts.length - 1;
  const path = parts.map((part, index) => (index === last ? part.replace(/\.git$/, '') : part));
  if (!path.every((part) => namePart.test(part))) throw invalid('its path is not one of a repository');
  const known = configured === undefined ? undefined : new URL(configured);
  const isKnown = known !== undefined && (isSsh ? known.hostname === hostOfAddress(address) : known.host === url?.host);
  const prefix = isKnown ? known.pathname.split('/').filter(Boolean) : [];
  if (!isSsh && prefix.some((part, index) => part !== path[index]))
    throw invalid(`repositories of this server begin with ${configured ?? ''}`);
  const own = isSsh ? path : path.slice(prefix.length);
  const extra = isKnown || isSsh ? 0 : Math.max(0, own.length - names.most);
  if (own.length < names.least || own.length - extra > names.most)
    throw invalid(
      names.most > 2 ? 'expected group/repository on its server' : 'expected owner/repository on its server',
    );
  const origin = isKnown ? known.origin : isSsh ? `https://${hostOfAddress(address) ?? ''}` : (url?.origin ?? '');
  return { server: [origin, ...prefix, ...own.slice(0, extra)].join('/'), path: own.slice(extra).join('/') };
}

/** What an entry says of its addresses by these rules. */
export function placesBy(rules: PlaceRules) {
  const serverOf = (address: string): string => readPlace(address, rules).server;
  const isConfigured = (address: string): boolean => {
    const host = hostOfAddress(address);
    return host !== undefined && rules.configured !== undefined && host === new URL(rules.configured).hostname;
  };
  return {
    tellAddress: (url: string) => ({ name: url, place: url }),
    isKept: () => true,
    serverOf,
    recognises: isConfigured,
    prepare: ({ address }: { address: string }) => {
      const { server, path } = readPlace(address, rules);
      return Promise.resolve({ url: `${server}/${path}`, undo: () => Promise.resolve() });
    },
    /** The server's own token goes to the server of the settings and nowhere else. */
    credentialsAt: (address: string, token: string | undefined) =>
      token !== undefined && isConfigured(address) && serverOf(address) === normal(rules.configured)
        ? { token }
        : undefined,
  };
}

function normal(server: string | undefined): string {
  const { origin, pathname } = new URL(server ?? '');
  return `${origin}${pathname}`.replace(/\/$/, '');
}
