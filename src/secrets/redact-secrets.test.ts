import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLogger } from '../kernel/logger.ts';
import { redactGrowing, redactSecrets } from './redact-secrets.ts';
import { randomText, samplePrivateKey, sampleSecrets } from './secrets.fixture.ts';
import { secretShapes } from './secret-shapes.ts';

it('has a sample of every shape', () => {
  const rules = new Set([...sampleSecrets.map(([rule]) => rule), 'private-key']);
  expect(secretShapes.map(({ rule }) => rule).filter((rule) => !rules.has(rule))).toEqual([]);
});

it.each(sampleSecrets)('takes a %s out of a text, and nothing else', (_, text, secret) => {
  const before = `fatal: could not use ${text}`;
  const safe = redactSecrets(`${before} here.\nTry again.`);
  expect(safe).toBe(`${before.replace(secret, '[redacted]')} here.\nTry again.`);
});

it.each(sampleSecrets)('takes a %s out of every place of a line of the log', (_, text, secret) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const logger = createLogger({ level: 'info', redact: redactSecrets, destination });
  const error = new Error(`remote said:\n${text}\n\t${text}`);
  logger.warn({ said: text, quoted: JSON.stringify({ said: text }), list: [`"${text}"`], error }, `tried\n${text}`);
  expect(lines.join('')).not.toContain(secret);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', msg: expect.stringContaining('[redacted]') as string });
});

it('takes the whole of a private key out, as text and in a line of JSON', () => {
  const text = `read ${samplePrivateKey} from the disk`;
  expect(redactSecrets(text)).toBe('read [redacted]-----END RSA PRIVATE KEY----- from the disk');
  expect(redactSecrets(JSON.stringify({ text }))).toBe(
    JSON.stringify({ text: 'read [redacted]-----END RSA PRIVATE KEY----- from the disk' }),
  );
});

it('takes a private key out of JSON in JSON, and one whose heading names no algorithm', () => {
  const twice = redactSecrets(JSON.stringify(JSON.stringify({ key: samplePrivateKey })));
  expect(JSON.parse(JSON.parse(twice) as string)).toEqual({ key: '[redacted]-----END RSA PRIVATE KEY-----' });
  const plain = samplePrivateKey.replaceAll('RSA ', '');
  expect(redactSecrets(`read ${plain}`)).toBe('read [redacted]-----END PRIVATE KEY-----');
});

it('takes several secrets out, in whatever order their shapes are listed, touching or one within the other', () => {
  const token = `ghp_${randomText}`;
  expect(redactSecrets(`password: ${randomText}, then ${token}.`)).toBe('password: [redacted], then [redacted].');
  expect(redactSecrets(`token: ${token}.`)).toBe('token: [redacted]');
  expect(redactSecrets(`${token}${samplePrivateKey}`)).toBe('[redacted][redacted]-----END RSA PRIVATE KEY-----');
});

it('leaves JSON to be JSON whatever stands around a secret', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom('\n', '\\', '"', '\\n', 'token: ', '\\"', '://a:', '@b', '\u2028'),
    fc.constantFrom(...sampleSecrets.map(([, text]) => text), samplePrivateKey),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (name, value) => {
      expect(
        () => JSON.parse(redactSecrets(JSON.stringify({ [name.join('')]: value.join('') }))) as unknown,
      ).not.toThrow();
    }),
  );
});

it('lets ordinary lines be', () => {
  const lines = [
    '{"level":"info","time":"2026-01-01T00:00:00.000Z","jobId":"job_01kfa0wpe0cpf3rjtdxjn2rqj7","msg":"claimed"}',
    'https://docs.example.com:8080/guides/tokens?page=2',
    'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b is on main',
    'the token budget was used up: 2000000 of 2000000',
  ];
  for (const line of lines) expect(redactSecrets(line)).toBe(line);
});

it.each([...sampleSecrets, ['private-key', samplePrivateKey, samplePrivateKey] as const])(
  'shows no part of a %s while its text is still written',
  (_, text) => {
    const whole = `Use it: ${text} 密码在这里，${text}\n\nThat is the end. `;
    const redacted = redactSecrets(whole);
    for (let length = 0; length <= whole.length; length += 1) {
      const shown = redactGrowing(whole.slice(0, length));
      expect(redacted.startsWith(shown), `${length}: ${shown}`).toBe(true);
    }
    expect(redactGrowing(whole)).toBe(redacted);
  },
);

it('shows languages without spaces while they are written', () => {
  expect(redactGrowing('密码在这')).toBe('密码在这');
  expect(redactGrowing('见 https://user:密')).toBe('见 ');
});
