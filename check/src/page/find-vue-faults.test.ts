import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import { createCheck } from '../create-check.ts';

async function faultsOf(text: string, files: Files = {}): Promise<readonly string[]> {
  const tree = createMemoryTree({ '.vitepress/config.ts': 'export default {};', 'index.md': text, ...files });
  const { findings } = await createCheck().check({ tree });
  return findings
    .filter(({ severity }) => severity !== 'notice')
    .map(({ rule, line, column }) => `${rule} ${line}:${column}`);
}

it.each<readonly [name: string, text: string, found: readonly string[]]>([
  ['a type that is not in backticks', '# A\n\nAn Array<T> of them.\n', ['template-syntax 3:9']],
  ['an element of a block', '<div class="a">\n\ntext\n', ['template-syntax 1:1']],
  ['the second of two elements', '<div>\n  <Card>\n  text\n</div>\n', ['template-syntax 2:3']],
  ['an expression that does not parse', 'Use {{ a. }} here.\n', ['template-syntax 1:1']],
  [
    'elements that are closed, if elsewhere',
    '<Tabs :items="a > b" @go="x">\n\n- a\n</Tabs>\n\n<B>a</B> <br> <img src="https://a.b/c.png" alt="a"> <C />\n',
    [],
  ],
  [
    'code, comments, scripts and styles',
    '`Array<T>` `{{ a. }}`\n\n```html\n<div>\n{{ a. }}\n```\n\n<!-- <div> -->\n\n<script setup>\nconst a = "<div>"\n</script>\n\n<style>\na > b {}\n</style>\n',
    [],
  ],
  ['what is no element', 'a < b and c > d, 1<2>, \\<T>, &lt;T>\n', []],
  ['expressions', '{{ a }} {{ a?.b ?? "c" }} {{ }} {{ {} }}\n', []],
  ['what Vue leaves alone', '::: v-pre\n{{ a. }}\n:::\n', []],
  ['an expression of TypeScript', '{{ a as string }}\n\n<script setup lang="ts">\n</script>\n', []],
])('%s', async (_name, text, expected) => {
  expect(await faultsOf(text)).toEqual(expected);
});

it('looks for what scripts import from beside the page', async () => {
  const text = `<script setup>
import { ref } from 'vue'
import A from './a.vue'
import B from './gone.vue'
import { data } from './data.js'
import {
  c,
} from '../gone.ts'
import '@/made.css'
import './gone.css'
const later = () => import('./made.vue')
</script>

\`\`\`vue
<script setup>
import X from './shown.vue'
</script>
\`\`\`
`;
  expect(await faultsOf('# A\n', { 'guide/a.md': text, 'guide/a.vue': '', 'guide/data.ts': '' })).toEqual([
    'broken-import 4:1',
    'broken-import 8:1',
    'broken-import 10:1',
  ]);
});
