import { RepositoryAddressInvalid } from './errors.ts';
import { hostOfAddress } from './address-host.ts';

/** A repository on a server that people run themselves or rent. */
export interface RepositoryPlace {
  /** Base URL of the server, such as `https://git.example.com:3000/code`, without a slash at the end. */
  readonly server: string;
  /** Such as `acme/docs`, or `group/subgroup/docs`. */
  readonly path: string;
}

/** How the addresses of one kind of server are read. */
export type PlaceRules = {
  /** Base URL of the server in the settings. */
  readonly configured: string | undefined;
} & (
  | {
      /** How many segments a repository's path has: two for `acme/docs`. */
      readonly names: { readonly least: number; readonly most: number };
    }
  /** For addresses of another form. Throws `RepositoryAddressInvalid`. */
  | { readonly read: (address: string) => RepositoryPlace }
);

const namePart = /^(?!\.{1,2}$|-$)[\w.-]{1,255}$/;

/**
 * Reads an http or https URL, `git@host:acme/docs.git` or `ssh://git@host:2222/acme/docs.git`. An SSH address shows neither
 * port nor base path of the HTTPS server: they come from the settings, else it is `https://host`. Throws `RepositoryAddressInvalid`.
 */
export function readPlace(address: string, rules: PlaceRules): RepositoryPlace {
  if ('read' in rules) return rules.read(address);
  const { configured, names } = rules;
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
  if (!path.every((part) => namePart.test(part))) throw invalid('its path does not name a repository');
  const base = configured === undefined ? undefined : new URL(configured);
  const isConfigured =
    base !== undefined && (isSsh ? base.hostname === hostOfAddress(address) : base.host === url?.host);
  const basePath = isConfigured ? base.pathname.split('/').filter(Boolean) : [];
  if (!isSsh && basePath.some((part, index) => part !== path[index]))
    throw invalid(`repositories on this server begin with ${configured ?? ''}`);
  const segments = isSsh ? path : path.slice(basePath.length);
  // On an unknown server, segments before the repository's path are the base path.
  const baseLength = isConfigured || isSsh ? 0 : Math.max(0, segments.length - names.most);
  if (segments.length < names.least || segments.length - baseLength > names.most)
    throw invalid(
      names.most > 2 ? 'expected group/repository on its server' : 'expected owner/repository on its server',
    );
  const origin = isConfigured ? base.origin : isSsh ? `https://${hostOfAddress(address) ?? ''}` : (url?.origin ?? '');
  return {
    server: [origin, ...basePath, ...segments.slice(0, baseLength)].join('/'),
    path: segments.slice(baseLength).join('/'),
  };
}

/** The members of a `CodeHostEntry` that read addresses by these rules. */
export function addressMembers(rules: PlaceRules) {
  const serverOf = (address: string): string => readPlace(address, rules).server;
  const isConfigured = (address: string): boolean => {
    const host = hostOfAddress(address);
    return host !== undefined && rules.configured !== undefined && host === new URL(rules.configured).hostname;
  };
  return {
    describeAddress: (url: string) => ({ name: url, place: url }),
    isKept: () => true,
    serverOf,
    recognises: isConfigured,
    prepare: ({ address }: { address: string }) => {
      const { server, path } = readPlace(address, rules);
      return Promise.resolve({ url: `${server}/${path}`, undo: () => Promise.resolve() });
    },
    /** The token of the settings, only for the server of the settings, or for all servers below its URL. */
    credentialsAt: (address: string, token: string | undefined) =>
      token !== undefined &&
      isConfigured(address) &&
      `${serverOf(address)}/`.startsWith(`${normalizeServer(rules.configured)}/`)
        ? { token }
        : undefined,
  };
}

export function normalizeServer(server: string | undefined): string {
  const { origin, pathname } = new URL(server ?? '');
  return `${origin}${pathname}`.replace(/\/$/, '');
}
