import { expect, it } from 'vitest';
import { packagesListed } from './own-plugins.ts';

it('names the packages of the plugins that a module lists, by the names under which it takes them in', () => {
  const taken = "import a, { b as c } from 'x/parts';\nimport { d } from '@y/z/deep';\nimport { e } from './own.ts';\n";
  const listed = (list: string): readonly string[] => packagesListed(`${taken}export default { ${list} };`);
  expect(listed('beforeDefaultRemarkPlugins: [a]')).toEqual(['x']);
  expect(listed('rehypePlugins: [[c, { a: 1 }], d]')).toEqual(['x', '@y/z']);
  expect(listed('remarkPlugins: (given) => [d, ...given]')).toEqual(['@y/z']);
  expect(listed("remarkPlugins: [require('w')], plugins: [d]")).toEqual(['w']);
  expect(listed('remarkPlugins: [e, { use: d }, () => { a(); }]')).toEqual([]);
  expect(packagesListed("const { a } = require('x');\nmodule.exports = { remarkPlugins: [a] };")).toEqual(['x']);
  expect(packagesListed("const a = (await import('x')).default;\nexport default { remarkPlugins: [a] };")).toEqual([
    'x',
  ]);
});
