import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFinding, scanForSecrets } from './secret-scan.ts';
import { randomText as random, samplePrivateKey, sampleSecrets as secrets } from './secrets.fixture.ts';

async function* one(blob: { path: string; before?: string | Uint8Array; after?: string | Uint8Array }) {
  const bytes = (content: string | Uint8Array | undefined) =>
    typeof content === 'string' ? Buffer.from(content) : content;
  yield await Promise.resolve({ path: blob.path, before: bytes(blob.before), after: bytes(blob.after) });
}

function scan(change: {
  path?: string;
  before?: string;
  after?: string | Uint8Array;
  title?: string;
  body?: string;
  ownSecrets?: string[];
}) {
  const { path = 'guide.mdx', before = 'Intro\n', after = before, title = '', body = '', ownSecrets = [] } = change;
  const texts = { 'the title': title, 'the description': body };
  return scanForSecrets({ blobs: one({ path, before, after }), texts, ownSecrets });
}

describe('scanForSecrets', () => {
  it.each(secrets)('finds a %s in an added line, and says where but not what', async (rule, text) => {
    const findings = await scan({ after: `Intro\n\nUse ${text} here.\n` });
    expect(findings).toContainEqual({ rule, where: 'guide.mdx', line: 3 });
    expect(JSON.stringify(findings)).not.toContain(random.slice(0, 10));
  });

  it.each(secrets)('finds a %s in the title and in the body', async (rule, text) => {
    expect(await scan({ title: text })).toContainEqual({ rule, where: 'the title', line: 1 });
    expect(await scan({ body: `Hello\n${text}` })).toContainEqual({ rule, where: 'the description', line: 2 });
  });

  it('finds the rest of a secret of the server of which a part stood there before', async () => {
    const ownSecrets = [random];
    const half = random.slice(0, 24);
    expect(await scan({ before: half, after: `${half}\n${random}`, ownSecrets })).toContainEqual({
      rule: 'server-secret',
      where: 'guide.mdx',
      line: 2,
    });
    expect(await scan({ before: random, after: `Moved: ${random}`, ownSecrets })).toEqual([]);
    expect(await scan({ before: half, body: random, ownSecrets })).toMatchObject([{ where: 'the description' }]);
  });

  it('finds a private key, but not its heading alone', async () => {
    const found = { rule: 'private-key', line: 2 };
    expect(await scan({ body: `\n${samplePrivateKey}\n` })).toMatchObject([{ ...found, where: 'the description' }]);
    expect(await scan({ after: `Intro\n${samplePrivateKey}\n` })).toMatchObject([{ ...found, where: 'guide.mdx' }]);
    expect(await scan({ body: '-----BEGIN RSA PRIVATE KEY-----\n...\n' })).toEqual([]);
  });

  it.each([
    'export TIDEWATER_API_KEY=YOUR_API_KEY',
    'Authorization: Bearer sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'aws_access_key_id = AKIAIOSFODNN7EXAMPLE',
    'postgres://user:password@localhost/db',
    'token: "{{ secrets.DEPLOY_TOKEN_FOR_PRODUCTION }}"',
    'api_key=os.environ["TIDEWATER_API_KEY"]',
    'token: 4a4a4a4a4a4a4a4a4a4a4a4a',
    'token: 8201739465820173946582',
    'token: part1-part1-part1-part1',
    'token: reader-settings-page-2a',
    'token: advanced-settings-pages-2',
    'the label has the class sk-toggleable-label-arrow',
    'The api_key: configuration/reference/authentication-keys',
    'integrity="sha512-Vn4cXbV8y6BvSg8Dmcp5bD4a1e5MAnnbT3x8f4f1gAyYyG7h0vXgQ=="',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  ])('leaves examples alone: %s', async (text) => {
    expect(await scan({ after: `Intro\n${text}\n` })).toEqual([]);
  });

  it('does not charge a change that only moves or removes', async () => {
    const line = `token: ${random}`;
    const others = 'ABCDEFGH'.split('').join('\n') + '\n';
    expect(await scan({ before: `${line}\nA\nB\nC\n`, after: `A\nB\nC\n${line}\n` })).toEqual([]);
    expect(await scan({ before: `A\nB\nC\n${line}\n`, after: `${line}\nA\nB\nC\n` })).toEqual([]);
    expect(await scan({ before: `${line}\n`, after: '' })).toEqual([]);
    expect(await scan({ before: `${samplePrivateKey}\n${others}`, after: `${others}${samplePrivateKey}\n` })).toEqual(
      [],
    );
  });

  it("finds the server's own secrets literally and encoded", async () => {
    const own = 'correct horse battery';
    const spelled = [
      own,
      Buffer.from(own).toString('base64'),
      Buffer.from(own).toString('hex'),
      encodeURIComponent(own),
      Array.from(own).reverse().join(''),
    ];
    for (const text of spelled) {
      expect(await scan({ after: `Intro\n${text}\n`, ownSecrets: [own] })).toMatchObject([
        { rule: 'server-secret', line: 2 },
      ]);
    }
    expect(await scan({ body: 'eight: 8 or more', ownSecrets: ['8 or more'] })).toHaveLength(1);
    expect(await scan({ body: 'abcd efg', ownSecrets: ['abcd efg'] })).toHaveLength(1);
    expect(await scan({ after: 'Intro\nshort ab\n', ownSecrets: ['ab', ''] })).toEqual([]);
  });

  it('names the line of each of several secrets, in whatever order their shapes are listed', async () => {
    const body = `token: ${random}\nghp_${random}\n\ntoken: ${random}${'\n'.repeat(50)}ghp_${random}`;
    const findings = await scan({ body });
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 4, 54]);
    expect(describeFinding(findings[0]!)).toBe('line 1 of the description (high-entropy-assignment)');
    expect((await scan({ title: body })).map(describeFinding)[0]).toBe('line 1 of the title (high-entropy-assignment)');
  });

  it('takes no chance word of a long random text, and no single star, for an example', async () => {
    const long = `${random.repeat(4)}-test-${random.repeat(4)}`;
    expect(await scan({ body: `sk-${long}` })).toMatchObject([{ rule: 'model-provider-key' }]);
    expect(await scan({ body: `sk-${random}-task-list` })).toMatchObject([{ rule: 'model-provider-key' }]);
    expect(await scan({ body: 'postgres://app:aK9*mQ7vR4tZ@db.internal/main' })).toMatchObject([
      { rule: 'password-in-url' },
    ]);
  });

  it('gives the right line whatever stands around', async () => {
    const line = fc.constantFrom('a', '', '+x', 'long '.repeat(20_000), '\u{1f600}');
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(line), async (head, tail) => {
        const after = [...head, `token: ${random}`, ...tail].join('\n');
        expect(await scan({ after })).toEqual([
          { rule: 'high-entropy-assignment', where: 'guide.mdx', line: head.length + 1 },
        ]);
      }),
    );
  });

  it('reads bytes that no diff shows: after a zero, and two to a character', async () => {
    const finding = [{ rule: 'github-token', where: 'guide.mdx', line: 2 }];
    expect(await scan({ after: `\0\nghp_${random}` })).toEqual(finding);
    expect(await scan({ after: Buffer.from(`a\nghp_${random}`, 'utf16le') })).toEqual(finding);
  });

  it('reads the names of files, and repeats none that holds a secret', async () => {
    const own = 'hunter2-of-the-server-91';
    for (const path of [`ghp_${random}.md`, `guides/${own}/page.md`, `${Buffer.from(own).toString('hex')}.md`]) {
      const findings = await scan({ path, after: `Intro\nghp_${random}\n`, ownSecrets: [own] });
      expect(findings.map(describeFinding)).toEqual([
        'the name of changed file 1',
        'line 2 of changed file 1 (github-token)',
      ]);
    }
  });

  it('finds a secret of its own wherever it begins in a large file', async () => {
    const own = `ghs_${random}`;
    for (const before of [128 * 1024 - 20, 128 * 1024, 144 * 1024 - 20]) {
      const after = `${'a\n'.repeat(before / 2)}${Buffer.from(own).toString('base64')}\n${'b\n'.repeat(100_000)}`;
      expect(await scan({ after, ownSecrets: [own] })).toEqual([
        { rule: 'server-secret', where: 'guide.mdx', line: before / 2 + 1 },
      ]);
    }
  });
});
