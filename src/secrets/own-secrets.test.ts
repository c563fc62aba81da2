import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOwnSecretFinder as createFinder } from './own-secrets.ts';
import { randomText } from './secrets.fixture.ts';

const secret = `ghs_${randomText}`;
const createOwnSecretFinder = (secrets: string[]) => {
  const find = createFinder(secrets);
  return (text: string) => find(text).length > 0;
};
const holds = createOwnSecretFinder([secret]);
const middle = secret.length / 2;
const codes = (write: (code: number) => string) => Array.from(Buffer.from(secret), write).join('');

it.each([
  ['as it is', secret],
  ['in capitals', secret.toUpperCase()],
  ['reversed', Array.from(secret).reverse().join('')],
  ['over two lines', `${secret.slice(0, middle)}\n${secret.slice(middle)}`],
  ['over two lines of a quotation', `> ${secret.slice(0, middle)}\n> ${secret.slice(middle)}`],
  ['as two pieces of a program', `"${secret.slice(0, middle)}" +\n  "${secret.slice(middle)}"`],
  ['letter by letter', Array.from(secret).join(' ')],
  ['with marks of emphasis and escapes', secret.replaceAll('_', '\\_').replace('X', '**X**')],
  ['with invisible characters', Array.from(secret).join('\u200b')],
  ['in wide letters', secret.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))],
  ['with tags between', Array.from(secret).join('<b></b>')],
  ['with a named character', secret.replace('_', '&lowbar;')],
  ['its first half', secret.slice(0, 24)],
  ['its last half', secret.slice(-20)],
  ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ['in hexadecimal with colons', codes((code) => `${code.toString(16)}:`)],
  ['as bytes of a program', codes((code) => `0x${code.toString(16)}, `)],
  ['as decimal numbers', codes((code) => `${code}, `)],
  ['in a URL', codes((code) => `%${code.toString(16)}`)],
  ['in a URL in a URL', codes((code) => `%25${code.toString(16)}`)],
  ['in a URL in a URL in a URL', codes((code) => `%2525${code.toString(16)}`)],
  ['as entities', codes((code) => `&#${code};`)],
  ['as entities with zeros', codes((code) => `&#00${code};`)],
  ['as hexadecimal entities', codes((code) => `&#x${code.toString(16)};`)],
  ['in braces', codes((code) => `\\u{0000${code.toString(16)}}`)],
  ['in escapes of a string', codes((code) => `\\x${code.toString(16)}`)],
  ['in escapes of JSON', codes((code) => `\\u00${code.toString(16)}`)],
  ['in escapes of a shell', codes((code) => `\\${code.toString(8)}`)],
  ['quoted printable', codes((code) => `=${code.toString(16).toUpperCase()}`)],
  ['with invisible entities', Array.from(secret).join('&#8203;')],
  ['with invisible hexadecimal entities', Array.from(secret).join('&#x200B;')],
  ['with comments between', Array.from(secret).join('<!-- <b> and -->')],
  ['with comments of MDX between', Array.from(secret).join('{/* and */}')],
  ['as entities in a URL', codes((code) => `%26%23${code}%3B`)],
])('is found %s', (_, text) => {
  expect(holds(`The value is ${text} here.`)).toBe(true);
});

it('is found as base 64 after whatever and before whatever, also in lines', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom('base64', 'base64url'), (before, after, encoding) => {
      const text = Buffer.from(before + secret + after).toString(encoding);
      expect(holds(text)).toBe(true);
      expect(holds(text.replace(/(.{20})/g, '$1\n'))).toBe(true);
    }),
  );
});

it('is found by any part of 19 letters', () => {
  for (let start = 0; start + 19 <= randomText.length; start += 1) {
    expect(holds(`The value is ${randomText.slice(start, start + 19)} here.`)).toBe(true);
  }
});

describe('what is none', () => {
  it('is ordinary text, and what all tokens of a kind begin with', () => {
    expect(holds('Set GITHUB_TOKEN to a token such as ghs_YOUR_TOKEN, of 36 letters.')).toBe(false);
    expect(createOwnSecretFinder([`github_pat_11ABCDEFG_${randomText}`])('It begins with github_pat_11A.')).toBe(false);
    expect(holds(secret.slice(4, 15))).toBe(false);
  });

  it('is a part of a secret of words', () => {
    const words = createOwnSecretFinder(['correct horse battery staple']);
    expect(words('a correct horse is a battery')).toBe(false);
    expect(words('correct-horse-battery-staple')).toBe(true);
  });

  it('is what is too short to tell from chance', () => {
    expect(createOwnSecretFinder(['short', ''])('a short text')).toBe(false);
    const eight = createOwnSecretFinder(['8 or more']);
    expect(eight('It has 8 or more of them.')).toBe(true);
    expect(eight('It has erom ro 8 of them.')).toBe(true);
    expect(eight('It has 8, or more, of them.')).toBe(false);
  });

  it('is any text of chance', () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (text) => !holds(text)));
  });
});
