import type { Config } from '../config/config.ts';
import type { Outcome } from './examination.ts';

/** How people reach the server, and whether it can tell its readers apart behind a proxy. */
export function examineReach({
  publicUrl,
  host,
  trustedProxies,
}: Pick<Config, 'publicUrl' | 'host' | 'trustedProxies'>): Outcome {
  if (publicUrl === undefined) {
    return {
      state: 'ok',
      message: `No public URL is set, so links use ${host} and the port.`,
      remedy: 'Set DOCWRIGHT_PUBLIC_URL before other people use it.',
    };
  }
  const isProxied = publicUrl.startsWith('https:');
  if (isProxied && trustedProxies.length === 0) {
    return {
      state: 'warning',
      message: `${publicUrl} is reached through a proxy, but no proxy is trusted, so all readers seem to have one IP address.`,
      remedy: "Set DOCWRIGHT_TRUSTED_PROXIES to the proxy's address or network, such as 127.0.0.1.",
    };
  }
  const proxies = trustedProxies.length === 0 ? 'no proxy is trusted' : `trusted proxies: ${trustedProxies.join(', ')}`;
  return { state: 'ok', message: `${publicUrl}; ${proxies}.`, remedy: null };
}
