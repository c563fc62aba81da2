import { z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { codeHostCredentials, codeHostSecretSchema } from '../contract/code-host.ts';
import { credentialSecrets, refuseHalfCredentials } from './credentials.ts';

/** Of a made-up kind of code host that is reached with two things. */
const app = z.strictObject({ appId: codeHostSecretSchema, privateKey: codeHostSecretSchema });
const nothing = z.strictObject({});

it('keeps each field under its own name, and takes back what is null', () => {
  expect(credentialSecrets(app, { appId: ' 7 ', privateKey: null })).toEqual({
    'code-host-app-id': '7',
    'code-host-private-key': undefined,
  });
  expect(credentialSecrets(nothing, {})).toEqual({});
});

it.each([
  [app, { token: 'x' }, 'credentials.token', /takes appId and privateKey/],
  [nothing, { token: null }, 'credentials.token', /needs none/],
  [app, { appId: ' ' }, 'credentials.appId', /must not be empty/],
  [codeHostCredentials.github, { token: 'two\nlines' }, 'credentials.token', /must be one ASCII word/],
])('names the field that cannot be right, and why: %#', (schema, credentials, field, message) => {
  expect(() => credentialSecrets(schema, credentials)).toThrow(
    expect.objectContaining({ details: [{ field, message: expect.stringMatching(message) as string }] }),
  );
});

it('refuses half of what a code host is reached with, whichever half, and names the rest', () => {
  const refuse =
    (...names: string[]) =>
    () => {
      refuseHalfCredentials(app, [...names, 'drain:vercel', 'code-host-of-before']);
    };
  expect(refuse()).not.toThrow();
  expect(refuse('code-host-app-id', 'code-host-private-key')).not.toThrow();
  expect(refuse('code-host-app-id')).toThrow(/`credentials.privateKey` is missing: send appId and privateKey together/);
  expect(refuse('code-host-private-key')).toThrow(/`credentials.appId` is missing/);
  expect(() => {
    refuseHalfCredentials(nothing, ['code-host-token']);
  }).not.toThrow();
});
