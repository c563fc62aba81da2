import { RepositoryAddressInvalid } from '../errors.ts';
import type { RepositoryPlace } from '../repository-place.ts';

/** A segment of a path, decoded. Names of projects may contain spaces. */
const namePart = /^(?!\.{1,2}$)[^\p{Cc}\\/:*?"<>|#%]{1,255}$/u;
const cloud = 'https://dev.azure.com';
const oldCloud = /^([\w-]+)\.visualstudio\.com$/i;
const ssh = /^[\w.-]+@(?:ssh\.dev\.azure\.com|vs-ssh\.visualstudio\.com):v3\/([^/]+)\/([^/]+)\/([^/]+)$/i;

/**
 * Reads `https://dev.azure.com/acme/project/_git/docs`, the same at `acme.visualstudio.com` or below a collection of Azure
 * DevOps Server, and Microsoft's SSH addresses. The server is the organization or collection. Throws `RepositoryAddressInvalid`.
 */
export function readAzurePlace(address: string, configured: string | undefined): RepositoryPlace {
  const invalid = (why: string) => new RepositoryAddressInvalid(address, why);
  const place = (server: string, project: string, name: string): RepositoryPlace => {
    const names = [project, name].map(decode);
    if (!names.every((part) => namePart.test(part))) throw invalid('its path does not name a repository');
    const [projectPart, namePath] = names.map(encodeURIComponent);
    return { server, path: `${projectPart ?? ''}/_git/${namePath ?? ''}` };
  };
  const [, sshOrganization, sshProject, sshName] = ssh.exec(address) ?? [];
  if (sshOrganization !== undefined && sshProject !== undefined && sshName !== undefined)
    return place(`${cloud}/${sshOrganization.toLowerCase()}`, sshProject, sshName);
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (url === null) throw invalid('expected a URL that starts with https://');
  if (`${url.search}${url.hash}` !== '') throw invalid('it has a query or a fragment');

  const parts = url.pathname.split('/').filter((part) => part !== '');
  const at = parts.lastIndexOf('_git');
  const name = parts[at + 1];
  if (name === undefined || at < (url.origin === cloud ? 1 : 0) || parts.length !== at + 2)
    throw invalid('expected project/_git/repository');
  const server = serverOf(url, parts.slice(0, at), configured);
  // The button "Clone" puts the organization before the host.
  const userInfo = server === `${cloud}/${url.username.toLowerCase()}` ? '' : url.username;
  if (`${userInfo}${url.password}` !== '')
    throw invalid('it contains credentials; store the token in the project instead');
  const inside = parts.slice(0, at).slice(new URL(server).hostname === url.hostname ? depthOf(server) : 0);
  const projects = oldCloud.test(url.hostname) ? inside.filter((part) => part !== 'DefaultCollection') : inside;
  if (projects.length > 1) throw invalid('expected project/_git/repository');
  // A project's first repository has its name, and its address leaves the project out.
  return place(server, projects[0] ?? name, name);
}

/** The organization or collection of a URL in the settings. */
export function azureServer(url: string): string {
  const { hostname, pathname, origin } = new URL(url);
  const organization =
    oldCloud.exec(hostname)?.[1] ?? (origin === cloud ? /^\/([\w-]+)/.exec(pathname)?.[1] : undefined);
  if (organization !== undefined) return `${cloud}/${organization.toLowerCase()}`;
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** `before` are the segments before `_git`. The last one is the project, unless the settings name all of them. */
function serverOf(url: URL, before: readonly string[], configured: string | undefined): string {
  if (url.origin === cloud || oldCloud.test(url.hostname)) return azureServer(url.href);
  const whole = [url.origin, ...before].join('/');
  return whole === configured ? whole : [url.origin, ...before.slice(0, -1)].join('/');
}

function depthOf(server: string): number {
  return new URL(server).pathname.split('/').filter((part) => part !== '').length;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
