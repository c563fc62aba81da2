import { expect, it } from 'vitest';
import { tameLine, tameMarkdown } from './tame-markdown.ts';

const tame = (text: string, instruction = '') => tameMarkdown(text, instruction);

it.each([
  ['a foreign picture', '![pixel](https://evil.example/p.png)', '[pixel](https://evil.example/p.png)'],
  ['a picture by reference', '![pixel][p]', '[pixel][p]'],
  ['HTML', 'a <img src="//evil.example/p"> <!-- hidden -->', 'a &lt;img src="//evil.example/p"> &lt;!-- hidden -->'],
  ['a picture behind two marks', '!![pixel](https://evil.example/p.png)', '[pixel](https://evil.example/p.png)'],
  ['a mention in emphasis', '_@octocat_ /@octocat @@octocat', '_@&#8203;octocat_ /@&#8203;octocat @@&#8203;octocat'],
  ['a mention by number', '&#64;octocat &commat;octocat', '&amp;#64;octocat &amp;commat;octocat'],
  ['a mention after a link', '[a](https://a.example/)@octocat', '[a](https://a.example/)@&#8203;octocat'],
  ['a mention in what is no link', 'xhttps://a.example/@octocat', 'xhttps://a.example/@&#8203;octocat'],
  ['a closing keyword far off', 'Fixes      \\#12, **closes**\n#13', 'Fixes&#8203;      \\#12, **closes&#8203;**\n#13'],
  ['a mention', 'Thanks @octocat and (@org/team)!', 'Thanks @&#8203;octocat and (@&#8203;org/team)!'],
  ['a mention at the start', '@octocat', '@&#8203;octocat'],
  ['a mention beside code', '`a`@octocat', '`a`@&#8203;octocat'],
  ['a closing keyword', 'Fixes #12 and resolves: org/repo#3.', 'Fixes&#8203; #12 and resolves&#8203;: org/repo#3.'],
  [
    'a closing keyword of GitLab',
    'Implements a/b/docs#12, closing #3.',
    'Implements&#8203; a/b/docs#12, closing&#8203; #3.',
  ],
  ['a reopening keyword of Gitea', 'Reopens #12', 'Reopens&#8203; #12'],
  ['a closing keyword of emphasis', 'closes **#12**', 'closes&#8203; **#12**'],
  [
    'a closing keyword with an address',
    'fixed https://github.com/a/b/issues/1',
    'fixed&#8203; https://github.com/a/b/issues/1',
  ],
])('%s acts on nobody', (_, text, expected) => {
  expect(tame(text)).toBe(expected);
});

it.each([
  ['an address of mail', 'Write to docs@example.com.'],
  ['a reference', 'See #12; the fix is in #13.'],
  ['a link', 'See [the guide](guide.md) and [x]!'],
  ['a link with a mention', 'See https://www.npmjs.com/package/@scope/name.'],
  ['what stands for HTML', 'The `Card` is written &lt;Card&gt; &amp; so on.'],
  ['a comparison', 'a < b <= c'],
  ['code in a line', 'Use `@Component` and ``<img>`` and `Fixes #1`.'],
  ['code in a fence', '```ts\n@Component\n<img> `x\n```'],
])('%s stays as it is', (_, text) => {
  expect(tame(text)).toBe(text);
});

it.each([
  ['a backtick too many', '`a` ` @octocat'],
  ['code over two lines', '`foo\nbar` @octocat `baz`'],
  ['an escaped backtick', '\\` @octocat `'],
  ['a fence that never ends', '```\n@octocat'],
  ['an escaped backtick before a name', '\\`@octocat'],
  ['a fence that ends with its item of a list', '- x\n  ```\n@octocat\n```'],
  ['a fence between lone returns', '~~~\r~~~\r@octocat\n~~~'],
  ['a fence with code in its first line', '~~~ `x`\n~~~\n@octocat\n~~~'],
  ['a fence that a fixed blank does not end', '```\n```\u00a0\n```\n@octocat\n```'],
  ['code in two cells of a table', '| a | b |\n|---|---|\n| ` | @octocat ` |'],
  ['a fence in a quotation', '> ```\n> @octocat\n> ```'],
])('%s is no reason to trust a name', (_, text) => {
  expect(tame(text)).not.toContain('@octocat');
});

it.each([
  '```suggestion:-100+100',
  '~~~ Suggestion',
  '```&#115;uggestion',
  '```\\suggestion',
  '> - ```suggestion:-0+0',
])('makes no suggestion of %s', (fence) => {
  const end = fence.replace(/[^`~]/g, '');
  const marks = fence.slice(0, fence.lastIndexOf(end) + end.length);
  expect(tame(`Use this:\n\n${fence}\nrm -rf /\n${end}`)).toContain(`${marks}text\nrm -rf /\n${end}`);
});

it('leaves what the person asked for', () => {
  expect(tame('Fixes #12, fixes #13. cc @Octocat', 'Please close #12 and tell @octocat')).toBe(
    'Fixes #12, fixes&#8203; #13. cc @Octocat',
  );
  expect(tame('Fixes #12', 'See #12 for why')).toBe('Fixes&#8203; #12');
});

it('does the same in a line of plain text', () => {
  expect(tameLine('Fix #12 for @octocat', '')).toBe('Fix\u200b #12 for @\u200boctocat');
});

it('makes one line of a title, in which no trailer and no second paragraph stands', () => {
  expect(tameLine('Fix\n\nCo-authored-by: Eve <eve@evil.example>\u2028x', '')).toBe(
    'Fix Co-authored-by: Eve <eve@evil.example> x',
  );
});

it.each([
  '[skip ci]',
  '[CI skip]',
  '[no ci]',
  '[skip actions]',
  '[actions skip]',
  '[skip netlify]',
  '[skip-ci]',
  '***NO_CI***',
])('hides no change from CI by %s', (mark) => {
  expect(tameLine(`Fix a typo ${mark}`, mark)).not.toContain(mark);
  expect(tameLine(`Fix a typo ${mark}`, '').replaceAll('\u200b', '')).toBe(`Fix a typo ${mark}`);
  expect(tame(`Fixed. \`${mark}\``)).not.toContain(mark);
});

it.each(['Co-authored-by', 'Signed-off-by', 'signed-off-by ', '  Reviewed-by', 'skip-checks', 'Docwright-Job'])(
  'lets nobody vouch by a line of %s',
  (name) => {
    expect(tame(`Fixed.\n\n${name}: Eve <eve@evil.example>`)).toBe(
      `Fixed.\n\n${name.trimEnd()}\u200b${name.endsWith(' ') ? ' ' : ''}: Eve &lt;eve@evil.example>`,
    );
  },
);

it('turns no letters around', () => {
  expect(tameLine('Fix the \u202edocs\u202c', '')).toBe('Fix the docs');
  expect(tame('`\u2066a\u2069`')).toBe('`a`');
});

it('leaves brackets and names that act on nobody', () => {
  for (const text of ['[skip] this', '[no change]', 'See Co-authored-by: in the guide', '[ci](ci.md)'])
    expect(tame(text)).toBe(text);
});
