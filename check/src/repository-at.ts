/** As `git@github.com:acme/tool.git`, which git takes in place of a URL. */
const asOfSsh = /^[\w.-]{1,100}@([\w.-]{1,253}):(?!\/\/)(.{1,500})$/u;

/**
 * Where a repository lies on its code host, in lower case, as `github.com/acme/tool`: told from the address that git reads it
 * at, or that it has there. Undefined for one that lies on no host. Credentials in it are left out.
 */
export function repositoryAt(address: string): string | undefined {
  const [, host, path] = asOfSsh.exec(address) ?? [];
  const url = host === undefined ? address : `ssh://${host}/${path ?? ''}`;
  if (!/^(?:https?|ssh|git):/iu.test(url) || !URL.canParse(url)) return undefined;
  const { hostname, pathname } = new URL(url);
  const names = pathname.split('/').filter(Boolean);
  if (hostname === '' || names.length < 2) return undefined;
  return [hostname, ...names]
    .join('/')
    .toLowerCase()
    .replace(/^www\.|\.git$/gu, '');
}
