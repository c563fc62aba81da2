import { expect, it } from 'vitest';
import { RepositoryAddressInvalid } from './errors.ts';
import { addressMembers, readPlace, type PlaceRules } from './repository-place.ts';

const two = { least: 2, most: 2 };
const nested = { least: 2, most: 21 };
const own = 'https://git.example.com:8443/code';

it.each<[string, PlaceRules, server: string, path: string]>([
  ['https://git.example.com/acme/docs', { configured: undefined, names: two }, 'https://git.example.com', 'acme/docs'],
  [
    'https://Git.Example.com/acme/docs.git/',
    { configured: undefined, names: two },
    'https://git.example.com',
    'acme/docs',
  ],
  ['http://git.lan:3000/acme/docs', { configured: undefined, names: two }, 'http://git.lan:3000', 'acme/docs'],
  [
    'https://example.com/code/git/acme/docs',
    { configured: undefined, names: two },
    'https://example.com/code/git',
    'acme/docs',
  ],
  [
    'https://gitlab.com/a/b/c/docs',
    { configured: 'https://gitlab.com', names: nested },
    'https://gitlab.com',
    'a/b/c/docs',
  ],
  [`${own}/a/b/docs`, { configured: own, names: nested }, own, 'a/b/docs'],
  [`${own}/acme/docs`, { configured: `${own}/`, names: two }, own, 'acme/docs'],
  ['git@git.example.com:acme/docs.git', { configured: own, names: two }, own, 'acme/docs'],
  ['ssh://git@git.example.com:2222/a/b/docs.git', { configured: own, names: nested }, own, 'a/b/docs'],
  ['forgejo@git.other.org:acme/docs', { configured: own, names: two }, 'https://git.other.org', 'acme/docs'],
  [
    'ssh://git@git.other.org:2222/acme/docs.git',
    { configured: undefined, names: two },
    'https://git.other.org',
    'acme/docs',
  ],
])('%s', (address, rules, server, path) => {
  expect(readPlace(address, rules)).toEqual({ server, path });
});

it.each([
  'https://git.example.com/docs',
  'https://me:hunter2@git.example.com/acme/docs',
  'https://hunter2@git.example.com/acme/docs',
  'https://git.example.com/acme/docs?tab=readme',
  'https://git.example.com/acme/docs#readme',
  'https://git.example.com/acme/docs/-/tree/main',
  'https://git.example.com/acme/%2e%2e/docs',
  'https://git.example.com/acme//docs',
  'git@git.example.com:docs',
  'git@git.example.com:../docs',
  'git@git.example.com:a:b/docs',
  'acme/docs',
  'file:///srv/docs.git',
  'https://',
])('%s is refused, and no password is repeated', (address) => {
  const read = () => readPlace(address, { configured: undefined, names: nested });
  expect(read).toThrow(RepositoryAddressInvalid);
  expect(read).not.toThrow(/hunter2/);
});

it('refuses what lies on the server of the settings and not below its path', () => {
  const read = () => readPlace('https://git.example.com:8443/acme/docs', { configured: own, names: two });
  expect(read).toThrow('begin with https://git.example.com:8443/code');
});

it("gives the server's own token to the server of the settings and to no other", () => {
  const { credentialsAt } = addressMembers({ configured: own, names: two });
  const given = { token: 'secret' };
  expect(credentialsAt(`${own}/acme/docs`, 'secret')).toEqual(given);
  expect(credentialsAt('git@git.example.com:acme/docs', 'secret')).toEqual(given);
  for (const address of [
    'https://git.example.com/acme/docs',
    'http://git.example.com:80/code/acme/docs',
    'https://evil.example/acme/docs',
  ])
    expect([address, credentialsAt(address, 'secret')]).toEqual([address, undefined]);
  expect(
    addressMembers({ configured: undefined, names: two }).credentialsAt(`${own}/acme/docs`, 'secret'),
  ).toBeUndefined();
});

it('stores an address as its HTTPS URL, whatever a person wrote', async () => {
  const { prepare } = addressMembers({ configured: own, names: two });
  for (const address of ['git@git.example.com:acme/docs.git', `${own}/acme/docs.git`, `${own}/acme/docs/`])
    expect(await prepare({ address })).toMatchObject({ url: `${own}/acme/docs` });
});
