import { expect, it } from 'vitest';
import { createMemoryTree } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';
import { htmlTags } from './html.ts';

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

it('takes what a program writes for no link, and for a place that may be there', async () => {
  const program = `<script>\nwrite('<a href="gone.md" id="made">' + x)\n</script>\n\n[x](#made)\n`;
  const { findings } = await createCheck().check({ tree: createMemoryTree({ 'README.md': program }) });
  expect(findings.map(({ message }) => message)).toEqual([]);
});
