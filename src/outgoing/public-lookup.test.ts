import { expect, it } from 'vitest';
import { createPublicLookup, NotPublic } from './public-lookup.ts';

const lookUp = (...addresses: string[]) => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  createPublicLookup((_, __, done) => {
    done(null, found);
  })('docs.example.com', {}, (error, address) => {
    resolve(error ?? address);
  });
  return promise;
};

it.each([
  ['leads nowhere', []],
  ['leads to this machine', ['127.0.0.1']],
  ['leads to this machine as well', ['93.184.215.14', '::1']],
])('connects to no name that %s', async (_, addresses) => {
  expect(await lookUp(...addresses)).toBeInstanceOf(NotPublic);
});

it('connects to the first address of a public name', async () => {
  expect(await lookUp('93.184.215.14', '2606:2800:21f::1')).toBe('93.184.215.14');
});
