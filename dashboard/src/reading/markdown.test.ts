import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

it('renders Markdown, but never HTML of its own', () => {
  const shown = renderMarkdown(
    '# Hi\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **b** <!-- hidden -->\n\n<!-- docwright:job=1 -->',
  );
  expect(shown).toContain('<strong>b</strong>');
  expect(shown).not.toMatch(/<script|javascript:/);
  expect(shown).toContain('&lt;!-- hidden --&gt;');
  expect(shown).not.toContain('docwright:job');
});

it('names pictures in place of fetching them', () => {
  const shown = renderMarkdown('![A "plan" <b>](https://evil.example/p.png "title") ![](https://evil.example/q.png)');
  expect(shown).toBe(
    '<p><span class="picture">A &quot;plan&quot; &lt;b&gt;</span> <span class="picture">https://evil.example/q.png</span></p>',
  );
});

it('knows tables, and says in words what an alert is', () => {
  expect(renderMarkdown('| a |\n|---|\n| b |')).toContain('<td>b</td>');
  expect(renderMarkdown('> [!WARNING]\n> Not finished.')).toContain('<strong>Warning</strong>');
});

it('writes out what is hidden', () => {
  expect(renderMarkdown('a\u202eb')).toBe('<p>a⟨U+202E⟩b</p>');
});

it.each([
  ['# A\n\n## B\n\n# C', '<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>'],
  ['### A\n\n## B\n\n#### C', '<h3>A</h3>\n<h3>B</h3>\n<h4>C</h4>'],
  ['# A\n## B\n### C\n#### D\n##### E', '<h3>A</h3>\n<h4>B</h4>\n<h5>C</h5>\n<h6>D</h6>\n<h6>E</h6>'],
  ['```html\n<h1>A</h1>\n```', '<pre><code class="language-html">&lt;h1&gt;A&lt;/h1&gt;\n</code></pre>'],
])('puts headings below those of the page, and leaves out no level: %j', (text, html) => {
  expect(renderMarkdown(text)).toBe(html);
});

it('says in words what is done', () => {
  const shown = renderMarkdown('- [x] one\n- [ ] two');
  expect(shown).not.toContain('<input');
  expect(shown).toMatch(/aria-label="done:">.<\/span> one[^]*aria-label="to do:">.<\/span> two/);
});

it('repeats no id that something is described by', () => {
  const shown = renderMarkdown('a[^1]\n\n[^1]: b');
  expect(shown).toContain('<h3 class="sr-only">Footnotes</h3>');
  expect(shown).not.toContain('aria-describedby');
});
