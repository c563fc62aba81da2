import { isForgeFile } from '../site/forge-files.ts';
import type { Site } from '../site/site.ts';

/** True for what a code host shows, in its one way, and no site publishes: a README that is a page is read as its site reads it. */
export function isOfCodeHost({ routeOf }: Site, path: string): boolean {
  return isForgeFile(path) && !routeOf.has(path);
}
