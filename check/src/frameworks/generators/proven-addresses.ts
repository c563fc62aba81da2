import { isMajority } from '../../site/habit.ts';
import type { Site } from '../../site/site.ts';
import { namesNoFile } from '../../site/usual-readings.ts';

/** From the top of the site, as the address of a page. */
export function namesPage(written: string): boolean {
  return written.startsWith('/') && !written.startsWith('//') && namesNoFile(written);
}

/** Whether most addresses of pages lead to one; `isFound` is undefined for what tells nothing. */
export function provesAddresses(site: Site, isFound: (from: string, url: string) => boolean | undefined): boolean {
  const told = new Map<string, boolean>();
  for (const [from, { links }] of site.pages)
    for (const { kind, url } of links) {
      const found = kind === 'page' && namesPage(url) ? isFound(from, url) : undefined;
      if (found !== undefined) told.set(url.replace(/[?#].*$/su, ''), found);
    }
  return isMajority(told.size, [...told.values()].filter((found) => !found).length);
}
