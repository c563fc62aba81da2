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
      message: `No public address is set: links name ${host} and the port.`,
      remedy: 'Set DOCWRIGHT_PUBLIC_URL before other people use it.',
    };
  }
  const isProxied = publicUrl.startsWith('https:');
  if (isProxied && trustedProxies.length === 0) {
    return {
      state: 'warning',
      message: `${publicUrl} is reached through a proxy, and no proxy is trusted: all readers seem to have one address.`,
      remedy: 'Set DOCWRIGHT_TRUSTED_PROXIES to the network of the proxy, such as 127.0.0.1.',
    };
  }
  const proxies = trustedProxies.length === 0 ? 'no proxy is trusted' : `trusted proxies: ${trustedProxies.join(', ')}`;
  return { state: 'ok', message: `${publicUrl}; ${proxies}.`, remedy: null };
}
