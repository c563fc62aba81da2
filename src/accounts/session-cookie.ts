import { parse, serialize } from 'hono/utils/cookie';

type Header = (name: string) => string | undefined;

/**
 * HttpOnly and SameSite=Lax. Behind TLS it is also Secure and named `__Host-`, which browsers accept from this very
 * host only, so that a neighbouring subdomain cannot plant one.
 */
export interface SessionCookie {
  read(header: Header): string | undefined;
  /** Value of `Set-Cookie`. */
  write(token: string): string;
  clear(): string;
}

export function createSessionCookie({ publicUrl }: { publicUrl: string }): SessionCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const name = secure ? '__Host-docwright_session' : 'docwright_session';
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    read: (header) => parse(header('cookie') ?? '', name)[name],
    write: (token) => serialize(name, token, { ...options, maxAge: 90 * 86_400 }),
    clear: () => serialize(name, '', { ...options, maxAge: 0 }),
  };
}

/**
 * Whether a change was sent by a page of this server. Browsers say so in `Sec-Fetch-Site`; where that is missing (plain
 * HTTP other than localhost, old Safari) the page's origin must be the public URL or the host that was asked.
 */
export function isSameOrigin(header: Header, publicUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = URL.parse(header('origin') ?? '');
  return origin !== null && (origin.origin === new URL(publicUrl).origin || origin.host === header('host'));
}

/** A header that a form or a link of another site cannot send without asking first (CORS preflight). */
export const dashboardHeader = 'x-docwright-dashboard';
