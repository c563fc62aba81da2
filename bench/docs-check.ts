// How long docs-check takes and how much memory, on a made Mintlify site: `node bench/docs-check.ts [pages]`.
// Targets: 1,000 pages whole <= 10 s on two cores, 5 changed pages <= 0.5 s, memory <= 300 MB, no stall > 50 ms.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createCheckApart } from '../check/src/check.ts';
import { createCheck } from '../check/src/create-check.ts';
import type { CheckReport, DocsTree } from '../check/src/check.ts';
import { createFolderTree } from '../check/src/check.ts';

const count = Number(process.argv[2] ?? 1000);
const name = (index: number): string => `section-${Math.floor(index / 50)}/page-${index}`;

/** A page of some 6 kB, as documentation has them: prose, code, a table, components, links to eight other pages. */
function page(index: number, edited: string, site: string): string {
  const links = Array.from({ length: 8 }, (_, step) => `/${name((index * 7 + step * 131) % count)}#part-${step % 4}`);
  const parts = [0, 1, 2, 3].map(
    (part) => `## Part ${part}

Prose with **strong words**, \`code\`, an [inline link](${links[part] ?? ''}) and ${'some more words to read '.repeat(14)}.

<Note>Mind [the other page](${links[part + 4] ?? ''}) too.</Note>

\`\`\`ts
${`const value${part} = await client.call({ id: ${index} });\n`.repeat(6)}\`\`\`

| Option | Meaning |
| --- | --- |
${`| \`option\` | what it does, in a few words |\n`.repeat(5)}
<CodeGroup>
\`\`\`sh
npm install
\`\`\`
</CodeGroup>
`,
  );
  return `---\ntitle: Page ${index} of ${site}\ndescription: About page ${index}\n---\n\n${edited}\n\n${parts.join('\n')}`;
}

function treeOf(edited: ReadonlySet<number>, site = 'Bench'): DocsTree {
  const settings = JSON.stringify({
    name: site,
    navigation: { pages: Array.from({ length: count }, (_, index) => name(index)) },
  });
  const files = new Map([['docs.json', Buffer.from(settings)]]);
  for (let index = 0; index < count; index += 1)
    files.set(`${name(index)}.mdx`, Buffer.from(page(index, edited.has(index) ? '[new](/nowhere)' : '', site)));
  return { list: () => Promise.resolve([...files.keys()]), read: (path) => Promise.resolve(files.get(path)) };
}

const before = treeOf(new Set());
const after = treeOf(new Set([1, 200, 400, 600, 800]));
const docsCheck = createCheck({ threads: 2 });
const stalls = monitorEventLoopDelay({ resolution: 5 });
stalls.enable();

async function timed(what: string, run: () => Promise<CheckReport>, expected: number): Promise<void> {
  stalls.reset();
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  const { findings } = await run();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  const memory = process.memoryUsage().rss / 1e6;
  if (findings.length !== expected) throw new Error(`${what}: ${findings.length} findings in place of ${expected}`);
  const numbers = [
    `${wall.toFixed(0)} ms`,
    `${((user + system) / 1000).toFixed(0)} ms of processor`,
    `longest stall ${(stalls.max / 1e6).toFixed(0)} ms`,
  ];
  console.log(`${what.padEnd(42)} ${numbers.join(', ')}, ${memory.toFixed(0)} MB`);
}

const bytes = (await before.read(`${name(0)}.mdx`))?.length ?? 0;
console.log(`${count} MDX pages of ${bytes} bytes, ${process.version}`);
await timed('whole, nothing known before', () => docsCheck.check({ tree: before }), 0);
// The threads run and their code is compiled; of these pages nothing is known.
const other = treeOf(new Set(), 'Another');
await timed('warm: another site, nothing known of it', () => docsCheck.check({ tree: other }), 0);
const changed = [1, 200, 400, 600, 800].map((index) => `${name(index)}.mdx`);
await timed('5 changed pages against the base', () => docsCheck.check({ tree: after, base: before, changed }), 5);

// As the server does it: a folder, in a process of its own. The processor time, stalls and memory are those of the server.
const folder = mkdtempSync(join(tmpdir(), 'docwright-bench-'));
for (const path of await after.list()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), (await after.read(path)) ?? '');
}
const apart = createCheckApart({ threads: 2 });
const tree = createFolderTree(folder);
await timed('apart: started, whole, nothing known before', () => apart.check({ tree }), 5);
await timed('apart: 5 changed pages against the base', () => apart.check({ tree, base: before, changed }), 5);
await timed('apart: the same again', () => apart.check({ tree, base: before, changed }), 5);
await apart.close();
rmSync(folder, { recursive: true });
