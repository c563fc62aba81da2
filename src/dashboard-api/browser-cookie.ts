import { parse, serialize } from 'hono/utils/cookie';
import { pathOf } from '../http/public-path.ts';

export type ReadHeader = (name: string) => string | undefined;

/**
 * HttpOnly and SameSite=Lax, for the path of the public URL. Behind TLS it is also Secure and named `__Host-`, which
 * browsers accept from this very host only, so that a neighbouring subdomain cannot plant one; `__Host-` allows no path,
 * so that below one it is `__Secure-`.
 */
export interface BrowserCookie {
  read(header: ReadHeader): string | undefined;
  /** Value of `Set-Cookie`. */
  write(value: string): string;
  clear(): string;
}

export function createCookie({
  publicUrl,
  name: plainName,
  seconds,
}: {
  publicUrl: string;
  name: string;
  seconds: number;
}): BrowserCookie {
  const secure = new URL(publicUrl).protocol === 'https:';
  const path = pathOf(publicUrl) || '/';
  const name = secure ? `${path === '/' ? '__Host' : '__Secure'}-${plainName}` : plainName;
  const options = { path, httpOnly: true, sameSite: 'Lax', secure } as const;
  return {
    read: (header) => parse(header('cookie') ?? '', name)[name],
    write: (value) => serialize(name, value, { ...options, maxAge: seconds }),
    clear: () => serialize(name, '', { ...options, maxAge: 0 }),
  };
}
