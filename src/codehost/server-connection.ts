import { createApiRequests, type ApiRequest, type ApiRequests, type ApiRequestsOptions } from './api-requests.ts';
import { CredentialsMissing, RepositoryAddressInvalid } from './errors.ts';
import { readPlace, type PlaceRules, type RepositoryPlace } from './repository-place.ts';
import type { Patience } from './repeat-request.ts';

/** One server, opened with a token for one project. */
export interface ServerOptions extends Patience {
  readonly rules: PlaceRules;
  /** The project's repository: no other server gets its token. */
  readonly repositoryUrl: string;
  /** If undefined, requests throw `CredentialsMissing`. */
  readonly token: string | undefined;
}

/** A repository with its API. */
export interface OpenedRepository extends RepositoryPlace {
  readonly api: ApiRequests;
  /** The fields that all requests about it share. */
  readonly about: (action: string) => Pick<ApiRequest, 'signal' | 'repository' | 'action'>;
}

export function openServer(
  { rules, repositoryUrl, token, ...patience }: ServerOptions,
  {
    apiUrl,
    authorize,
    isTokenRefusal,
  }: {
    apiUrl: (server: string) => string;
    authorize: (token: string) => Record<string, string>;
  } & Pick<ApiRequestsOptions, 'isTokenRefusal'>,
) {
  const { server } = readPlace(repositoryUrl, rules);
  const { host } = new URL(server);
  const find = (address: string): RepositoryPlace => {
    const place = readPlace(address, rules);
    if (place.server !== server) throw new RepositoryAddressInvalid(address, `this code host is ${server}`);
    return place;
  };
  const requireToken = (): string => {
    if (token === undefined) throw new CredentialsMissing(host);
    return token;
  };
  const webUrl = (address: string): string => `${server}/${find(address).path}`;
  return {
    host,
    webUrl,
    repository(address: string, signal: AbortSignal): OpenedRepository {
      const place = find(address);
      const requiredToken = requireToken();
      const api = createApiRequests({
        ...patience,
        apiUrl: apiUrl(server),
        authorization: authorize(requiredToken),
        token: requiredToken,
        isTokenRefusal,
      });
      return { ...place, api, about: (action) => ({ signal, repository: place.path, action }) };
    },
    /** `user` is the name that the host expects with a token. */
    gitRemote(address: string, user: string, ending = '.git') {
      const authorizationHeader = basicAuthorization(user, requireToken());
      return Promise.resolve({ url: webUrl(address) + ending, authorizationHeader, isLocalPath: false });
    },
  };
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
