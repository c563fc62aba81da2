/** Names of branches and files as parts of a URL, with the slashes between them. */
export function toUrlPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
