import fc from 'fast-check';
import { createTwoFilesPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { describeFinding, scanForSecrets } from './secret-scan.ts';
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
    'token: 4a4a4a4a4a4a4a4a4a4a4a4a',
    'token: 8201739465820173946582',
    'token: part1-part1-part1-part1',
    'token: reader-settings-page-2a',
    'token: advanced-settings-pages-2',
    'the label has the class sk-toggleable-label-arrow',
    'The api_key: configuration/reference/authentication-keys',
    'integrity="sha512-Vn4cXbV8y6BvSg8Dmcp5bD4a1e5MAnnbT3x8f4f1gAyYyG7h0vXgQ=="',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  ])('leaves examples alone: %s', (text) => {
    expect(scan({ after: `Intro\n${text}\n` })).toEqual([]);
  });

  it('does not charge a change that only moves or removes', () => {
    const line = `token: ${random}`;
    const others = 'ABCDEFGH'.split('').join('\n') + '\n';
    expect(scan({ before: `${line}\nA\nB\nC\n`, after: `A\nB\nC\n${line}\n` })).toEqual([]);
    expect(scan({ before: `A\nB\nC\n${line}\n`, after: `${line}\nA\nB\nC\n` })).toEqual([]);
    expect(scan({ before: `${line}\n`, after: '' })).toEqual([]);
    expect(scan({ before: `${samplePrivateKey}\n${others}`, after: `${others}${samplePrivateKey}\n` })).toEqual([]);
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
    expect(scan({ body: 'eight: 8 or more', ownSecrets: ['8 or more'] })).toHaveLength(1);
    expect(scan({ body: 'abcd efg', ownSecrets: ['abcd efg'] })).toHaveLength(1);
    expect(scan({ after: 'Intro\nshort ab\n', ownSecrets: ['ab', ''] })).toEqual([]);
  });

  it('reads every file and hunk of a diff as git writes it', () => {
    const diff = [
      'diff --git a/guide.md b/guide.md',
      '--- a/guide.md',
      '+++ b/guide.md',
      '@@ -10,4 +10,4 @@ # A heading',
      ' Intro',
      '-old',
      '-older',
      `+token: ${random}`,
      '+new',
      ' Outro',
      '@@ -112 +112 @@',
      '-x',
      `+ghp_${random}`,
      'diff --git a/two words.md b/two words.md',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/two words.md\t',
      '@@ -0,0 +1,2 @@',
      '+Intro',
      `+token: ${random}`,
      '\\ No newline at end of file',
      'diff --git a/end.md b/end.md',
      '--- a/end.md',
      '+++ b/end.md',
      '@@ -3 +3,2 @@',
      '-Outro',
      '\\ No newline at end of file',
      '+Outro',
      `+token: ${random}`,
      '\\ No newline at end of file',
      'diff --git "a/ab/\\303\\274.md" "b/ab/\\303\\274.md"',
      '--- "a/ab/\\303\\274.md"',
      '+++ "b/ab/\\303\\274.md"',
      '@@ -7,0 +8 @@',
      `+token: ${random}`,
      '',
    ].join('\n');
    const findings = scanForSecrets({ diff, title: '', body: '', ownSecrets: [] });
    expect(findings.map(({ path, line, rule }) => [path, line, rule])).toEqual([
      ['guide.md', 11, 'high-entropy-assignment'],
      ['guide.md', 112, 'github-token'],
      ['two words.md', 2, 'high-entropy-assignment'],
      ['end.md', 4, 'high-entropy-assignment'],
      ['ab/\\303\\274.md', 8, 'high-entropy-assignment'],
    ]);
    expect(findings.map(describeFinding)[1]).toBe('line 112 of guide.md (github-token)');
  });

  it('names the line of each of several secrets, in whatever order their shapes are listed', () => {
    const body = `token: ${random}\nghp_${random}\n\ntoken: ${random}${'\n'.repeat(50)}ghp_${random}`;
    const findings = scan({ body });
    expect(findings.map(({ line }) => line)).toEqual([1, 2, 4, 54]);
    expect(describeFinding(findings[0]!)).toBe('line 1 of the summary (high-entropy-assignment)');
    expect(scan({ title: body }).map(describeFinding)[0]).toBe('line 1 of the title (high-entropy-assignment)');
  });

  it('takes no chance word of a long random text, and no single star, for an example', () => {
    const long = `${random.repeat(4)}-test-${random.repeat(4)}`;
    expect(scan({ body: `sk-${long}` })).toMatchObject([{ rule: 'model-provider-key' }]);
    expect(scan({ body: `sk-${random}-task-list` })).toMatchObject([{ rule: 'model-provider-key' }]);
    expect(scan({ body: 'postgres://app:aK9*mQ7vR4tZ@db.internal/main' })).toMatchObject([{ rule: 'password-in-url' }]);
  });

  it('is not fooled by the name of a file that looks like the header of a hunk', () => {
    const diff = [
      'diff --git a/@@ -1,9 +1,9 @@ b/@@ -1,9 +1,9 @@',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/@@ -1,9 +1,9 @@',
      '@@ -0,0 +1 @@',
      `+token: ${random}`,
    ].join('\n');
    expect(scanForSecrets({ diff, title: '', body: '', ownSecrets: [] })).toMatchObject([
      { path: '@@ -1,9 +1,9 @@', line: 1 },
    ]);
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
