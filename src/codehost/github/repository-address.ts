import { RepositoryAddressInvalid } from '../errors.ts';

export interface GithubRepository {
  readonly owner: string;
  readonly repo: string;
}

/** `https://api.github.com` -> `https://github.com`; `https://ghe.example.com/api/v3` -> `https://ghe.example.com`. */
export function webUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  return url.hostname === 'api.github.com' ? 'https://github.com' : url.origin;
}

const namePart = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/;

/** Reads `https://host/owner/repo(.git)`, `git@host:owner/repo.git`, `ssh://git@host/owner/repo`, or `owner/repo`. */
export function parseRepositoryAddress(address: string, webUrl: string): GithubRepository {
  const host = new URL(webUrl).hostname;
  const ssh = /^git@([A-Za-z0-9.-]+):([^:]+)$/.exec(address);
  const url = /^(?:https?|ssh):\/\//.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  const named = ssh?.[1] ?? url?.hostname ?? host;
  const path = ssh?.[2] ?? url?.pathname.slice(1) ?? address;
  if (named.toLowerCase() !== host)
    throw new RepositoryAddressInvalid(address, `this code host is ${host}; GITHUB_API_URL sets another one`);
  if (url !== undefined && url.protocol !== 'ssh:' && (url.username !== '' || url.password !== '')) {
    throw new RepositoryAddressInvalid(address, 'it contains credentials; store the token in the project instead');
  }
  const [owner = '', name = '', ...extraParts] = path.replace(/\/$/, '').split('/');
  const repo = name.replace(/\.git$/, '');
  const valid = extraParts.length === 0 && namePart.test(owner) && namePart.test(repo) && !/^[-.]/.test(owner);
  if (!valid) throw new RepositoryAddressInvalid(address, 'expected owner/repo on this host');
  return { owner, repo };
}
