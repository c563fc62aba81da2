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
