import { expect, it } from 'vitest';
import { htmlTags } from './html-tags.ts';

function names(html: string): string[] {
  return [...htmlTags(html)].map(({ name, isInProgram }) => (isInProgram ? `(${name})` : name));
}

it('tells apart what programs and styles hold', () => {
  const written = `<a href="x"><script>document.write('<b title="' + x + '">')</script><i></i>`;
  expect(names(written)).toEqual(['a', 'script', '(b)', 'i']);
  expect(names('<SCRIPT><b></Script><i><style><u>')).toEqual(['SCRIPT', '(b)', 'i', 'style', '(u)']);
  expect(names('<!-- <script> --><b>')).toEqual(['b']);
  expect(names('<Script src="x" /><b>')).toEqual(['Script', 'b']);
});

it('reads many programs in time that grows with their length', () => {
  expect(names('<script>'.repeat(100_000))).toHaveLength(100_000);
  expect(names('<script></script>'.repeat(20_000))).toHaveLength(20_000);
});
