import fc from 'fast-check';
import { createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { scanForSecrets } from './secret-scan.ts';
import { randomText as random, samplePrivateKey, sampleSecrets as secrets } from './secrets.fixture.ts';

function scan(change: { before?: string; after?: string; title?: string; body?: string; ownSecrets?: string[] }) {
  const { before = 'Intro\n', after = before, title = '', body = '', ownSecrets = [] } = change;
  const diff = `diff --git a/guide.mdx b/guide.mdx\n${createTwoFilesPatch('a/guide.mdx', 'b/guide.mdx', before, after)}`;
  return scanForSecrets({ diff, title, body, ownSecrets });
}

describe('scanForSecrets', () => {
  it.each(secrets)('finds a %s in an added line, and says where but not what', (rule, text) => {
    const findings = scan({ after: `Intro\n\nUse ${text} here.\n` });
    expect(findings).toContainEqual({ rule, place: 'diff', path: 'guide.mdx', line: 3 });
    expect(JSON.stringify(findings)).not.toContain(random.slice(0, 10));
  });

  it.each(secrets)('finds a %s in the title and in the body', (rule, text) => {
    expect(scan({ title: text })).toContainEqual({ rule, place: 'title', path: undefined, line: 1 });
    expect(scan({ body: `Hello\n${text}` })).toContainEqual({ rule, place: 'body', path: undefined, line: 2 });
  });

  it('finds a private key, but not its heading alone', () => {
    const found = { rule: 'private-key', line: 2 };
    expect(scan({ body: `\n${samplePrivateKey}\n` })).toMatchObject([{ ...found, place: 'body' }]);
    expect(scan({ after: `Intro\n${samplePrivateKey}\n` })).toMatchObject([{ ...found, place: 'diff' }]);
    expect(scan({ body: '-----BEGIN RSA PRIVATE KEY-----\n...\n' })).toEqual([]);
  });

  it.each([
    'export TIDEWATER_API_KEY=YOUR_API_KEY',
    'Authorization: Bearer sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
    'postgres://user:password@localhost/db',
    'token: "{{ secrets.DEPLOY_TOKEN_FOR_PRODUCTION }}"',
    'api_key=os.environ["TIDEWATER_API_KEY"]',
    'the label has the class sk-toggleable-label-arrow',
    'The api_key: configuration/reference/authentication-keys',
    'integrity="sha512-Vn4cXbV8y6BvSg8Dmcp5bD4a1e5MAnnbT3x8f4f1gAyYyG7h0vXgQ=="',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  ])('leaves examples alone: %s', (text) => {
    expect(scan({ after: `Intro\n${text}\n` })).toEqual([]);
  });

  it('does not charge a change that only moves or removes', () => {
    const line = `token: ${random}`;
    expect(scan({ before: `${line}\nA\nB\nC\n`, after: `A\nB\nC\n${line}\n` })).toEqual([]);
    expect(scan({ before: `${line}\n`, after: '' })).toEqual([]);
    expect(scan({ before: `${samplePrivateKey}\nA\nB\n`, after: `A\nB\n${samplePrivateKey}\n` })).toEqual([]);
  });

  it("finds the server's own secrets literally and encoded", () => {
    const own = 'correct horse battery';
    const spelled = [
      own,
      Buffer.from(own).toString('base64'),
      Buffer.from(own).toString('hex'),
      encodeURIComponent(own),
      Array.from(own).reverse().join(''),
    ];
    for (const text of spelled) {
      expect(scan({ after: `Intro\n${text}\n`, ownSecrets: [own] })).toMatchObject([
        { rule: 'server-secret', line: 2 },
      ]);
    }
    expect(scan({ after: 'Intro\nshort ab\n', ownSecrets: ['ab', ''] })).toEqual([]);
  });

  it('gives the right line whatever stands around, and is not fooled by lines that look like headers', () => {
    const line = fc.constantFrom('a', '', '+++ b/other.md', '--- a/x', '@@ -1 +1 @@', '\\ No newline', '+x', '-y');
    fc.assert(
      fc.property(fc.array(line), fc.array(line), fc.array(line), (before, head, tail) => {
        const after = [...head, `token: ${random}`, ...tail].join('\n') + '\n';
        const findings = scan({ before: before.join('\n') + '\n', after });
        expect(findings).toEqual([
          { rule: 'high-entropy-assignment', place: 'diff', path: 'guide.mdx', line: head.length + 1 },
        ]);
      }),
    );
  });
});
