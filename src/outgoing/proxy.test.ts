import { expect, it } from 'vitest';
import { proxyAuthorization, proxyFor } from './proxy.ts';

const proxies = { HTTPS_PROXY: 'http://secure.proxy:3128', HTTP_PROXY: 'http://plain.proxy:3128' };
const through = (url: string, environment: NodeJS.ProcessEnv) => proxyFor(new URL(url), environment)?.host;

it('goes through the proxy of its scheme, as the environment of other programs names it', () => {
  expect(through('https://api.example.com/v1', proxies)).toBe('secure.proxy:3128');
  expect(through('http://api.example.com/v1', proxies)).toBe('plain.proxy:3128');
  expect(through('https://api.example.com', { HTTP_PROXY: 'http://plain.proxy' })).toBeUndefined();
  expect(through('https://api.example.com', { ALL_PROXY: 'http://any.proxy' })).toBe('any.proxy');
  expect(through('https://api.example.com', { ...proxies, https_proxy: 'lower.proxy:8080' })).toBe('lower.proxy:8080');
  expect(through('https://api.example.com', { HTTPS_PROXY: '', https_proxy: '' })).toBeUndefined();
});

it.each(['http://localhost:11434', 'http://127.0.0.1:8000', 'http://127.8.9.1', 'http://[::1]:8000'])(
  'never sends %s to a proxy, which is this machine',
  (url) => {
    expect(through(url, proxies)).toBeUndefined();
  },
);

it.each([
  [
    'example.com',
    ['https://example.com', 'https://api.example.com', 'https://EXAMPLE.com.'],
    ['https://anexample.com'],
  ],
  ['.example.com', ['https://example.com', 'https://api.example.com'], ['https://example.org']],
  ['*.example.com', ['https://api.example.com'], ['https://example.com']],
  ['example.com:8443', ['https://example.com:8443'], ['https://example.com']],
  ['example.com:443', ['https://example.com'], ['https://example.com:8443', 'http://example.com']],
  ['*', ['https://example.com', 'http://10.0.0.1'], []],
  ['10.0.0.0/8', ['http://10.1.2.3'], ['http://11.1.2.3', 'http://10.example.com']],
  ['192.168.1.4', ['http://192.168.1.4'], ['http://192.168.1.40']],
  ['fd00::/8', ['http://[fd12::1]'], ['http://[2001:db8::1]']],
  ['::2', ['http://[::2]'], ['http://[::3]']],
  ['[fd12::1]:8080', ['http://[fd12::1]:8080'], ['http://[fd12::1]']],
  ['10.0.0.0/99,a.b , c.d', ['http://a.b', 'http://c.d'], ['http://10.0.0.1']],
])('by NO_PROXY=%s leaves the proxy out for those alone that are meant', (noProxy, without, by) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    for (const url of without) expect([url, through(url, { ...proxies, [name]: noProxy })]).toEqual([url, undefined]);
    for (const url of by) expect(through(url, { ...proxies, [name]: noProxy })).toBeDefined();
  }
});

it('proves itself to the proxy with what its URL says, decoded', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  expect(proxyAuthorization(new URL('http://me:p%40ss@proxy'))).toBe(basic('me:p@ss'));
  expect(proxyAuthorization(new URL('http://me:100%@proxy'))).toBe(basic('me:100%'));
  expect(proxyAuthorization(new URL('http://proxy'))).toBeUndefined();
});

it.each(['http://u:pa#ss@127.0.0.1:1', 'socks5://127.0.0.1:1', 'ftp://127.0.0.1:1', 'http://'])(
  'refuses %s by the name of its variable, so that nothing leaves without a proxy, and shows no password',
  (value) => {
    for (const name of ['HTTPS_PROXY', 'ALL_PROXY'])
      expect(() => proxyFor(new URL('https://api.example.com'), { [name]: value })).toThrow(
        `${name} is not the URL of an HTTP proxy.`,
      );
  },
);

it('takes a network without its length for nothing', () => {
  const environment = { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY: '10.0.0.0/' };
  expect(proxyFor(new URL('https://1.2.3.4'), environment)?.host).toBe('proxy.example.com:3128');
});
