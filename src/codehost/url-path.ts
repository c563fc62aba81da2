/** Encodes a branch name or file path for a URL, and keeps its slashes. */
export function toUrlPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
