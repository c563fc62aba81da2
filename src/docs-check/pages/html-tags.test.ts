import { expect, it } from 'vitest';
import { htmlTags } from './html-tags.ts';

function names(html: string): string[] {
  return [...htmlTags(html)].map(({ name }) => name);
}

it('passes over what programs and styles hold', () => {
  expect(names(`<a href="x"><script>document.write('<b title="' + x + '">')</script><i></i>`)).toEqual([
    'a',
    'script',
    'i',
  ]);
  expect(names('<SCRIPT><b></Script><i><style><u>')).toEqual(['SCRIPT', 'i', 'style']);
  expect(names('<!-- <script> --><b>')).toEqual(['b']);
});

it('reads many programs in time that grows with their length', () => {
  expect(names('<script>'.repeat(100_000))).toHaveLength(1);
  expect(names('<script></script>'.repeat(20_000))).toHaveLength(20_000);
});
