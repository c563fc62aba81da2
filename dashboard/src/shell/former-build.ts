const missingFiles = new WeakSet<Error>();

/** Once, before the first page is loaded: Vite tells of each file of the build that could not be had. */
export function watchForFormerBuild(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missingFiles.add(payload);
  });
}

/** Whether the page could not be shown since this tab was opened with a build that the server no longer has. */
export function isOfFormerBuild(error: Error): boolean {
  return missingFiles.has(error);
}

/**
 * Opens the same address with the server's present build; does so once for each missing file, so that a file which the
 * present build lacks too does not open it for ever.
 */
export function openPresentBuild(error: Error): void {
  const tried = `opened-for:${error.message}`;
  if (sessionStorage.getItem(tried) !== null) return;
  sessionStorage.setItem(tried, 'yes');
  window.location.reload();
}
