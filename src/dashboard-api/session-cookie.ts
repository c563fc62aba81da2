import { duration } from '../kernel/clock.ts';
import { createCookie, type BrowserCookie, type ReadHeader } from './browser-cookie.ts';

export type SessionCookie = BrowserCookie;

export function createSessionCookie({ publicUrl }: { publicUrl: string }): SessionCookie {
  return createCookie({ publicUrl, name: 'docwright_session', seconds: (90 * duration.day) / duration.second });
}

/**
 * Whether a change was sent by a page of this server. Browsers say so in `Sec-Fetch-Site`; where that is missing (plain
 * HTTP other than localhost, old Safari) the page's origin must be the public URL or the host that was asked.
 */
export function isSameOrigin(header: ReadHeader, publicUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(header('origin') ?? '');
  return origin !== null && (origin.origin === new URL(publicUrl).origin || origin.host === header('host'));
}

/** A header that a form or a link of another site cannot send without asking first (CORS preflight). */
export const dashboardHeader = 'x-docwright-dashboard';
