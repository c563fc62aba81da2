export const archiveEnding = '.tar.zst';
export const namePattern = /^docwright-\d{8}T\d{9}Z\.tar\.zst$/;

/** Names sort as the times do. */
export function nameAt(now: number): string {
  return `docwright-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}${archiveEnding}`;
}
