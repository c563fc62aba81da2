import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../test/memory-tree.ts';
import type { Finding } from '../finding.ts';
import { checkerLimits, largestAnswer, type CheckerLimits } from './checker-messages.ts';
import { createCheckApart } from './create-check-apart.ts';

const fine = createMemoryTree({ 'index.md': '[to the guide](guide.md)\n', 'guide.md': '# Guide\n' });
const settings = (more: object): Files => ({
  'docs.json': JSON.stringify({ name: 'Docs', navigation: { pages: ['index'] }, ...more }),
  'index.mdx': 'Hi',
});
/** Each redirect leads to the next one, so that following all of them takes minutes. */
const endless = settings({
  redirects: Array.from({ length: 4_000 }, (_, index) => ({ source: `/r${index}`, destination: `/r${index + 1}` })),
});
const large = settings({ navigation: { pages: Array.from({ length: 900_000 }, (_, index) => `p${index}`) } });

async function findingsWith(limits: Partial<CheckerLimits>, files: Files): Promise<readonly Finding[]> {
  const docsCheck = createCheckApart({ limits: { ...checkerLimits, ...limits } });
  try {
    return (await docsCheck.check({ tree: createMemoryTree(files) })).findings;
  } finally {
    await docsCheck.close();
  }
}

/** Processes that this one started and that run. */
function checkersOf(processId: number): number[] {
  const table = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,args=']).toString().split('\n');
  const rows = table.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
  return rows
    .filter(([, parent, program = '']) => Number(parent) === processId && program.includes('checker.worker'))
    .map(([id]) => Number(id));
}

describe('what is too much for the checker is a finding', () => {
  it('when it is stuck', async () => {
    const [finding] = await findingsWith({ longestStep: 1_000 }, endless);
    expect(finding).toMatchObject({ rule: 'not-checked', severity: 'error', introduced: undefined });
    expect(finding?.message).toMatch(/^The documentation could not be checked within 1 s; it came as far as \S/);
  });

  it('when it goes on and on', async () => {
    const pages = Array.from({ length: 3_000 }, (_, index) => [
      `page-${index}.md`,
      `# Page\n\n[a](page-${index + 1}.md)\n`,
    ]);
    const [finding] = await findingsWith({ longestCheck: 60 }, Object.fromEntries(pages) as Files);
    expect(finding?.rule).toBe('not-checked');
    // On a busy machine the time is over while settings are looked for.
    expect(finding?.path).toMatch(/^page-|^\./);
    expect(finding?.message).toContain('could not be checked within 0.001 minutes');
  });

  it('when it needs too much memory, of its heap or as a whole', async () => {
    const [ofHeap] = await findingsWith({ heapMegabytes: 40 }, large);
    expect(ofHeap?.message).toContain('could not be checked with 40 MB of memory');
    const [ofAll] = await findingsWith({ processMegabytes: 30 }, endless);
    expect(ofAll?.message).toContain('could not be checked with 30 MB of memory');
  });

  it('and thousands of pages of one name, to which thousands of addresses may lead, are none', async () => {
    const pages = Array.from({ length: 2_000 }, (_, index) => [`content/d${index}/a.md`, '# A\n']);
    const links = Array.from({ length: 4_000 }, (_, index) => `[x](/gone${index}/a)`).join('\n');
    const site = {
      'hugo.toml': 'baseURL = "/"\n',
      'content/_index.md': links,
      ...(Object.fromEntries(pages) as Files),
    };
    expect((await findingsWith({}, site)).filter(({ rule }) => rule === 'not-checked')).toEqual([]);
  });

  it('when it is nested without end', async () => {
    const nested = `{"name":"Docs","navigation":${'{"groups":['.repeat(20_000)}${']}'.repeat(20_000)}}`;
    const findings = await findingsWith({}, { 'docs.json': nested, 'index.mdx': 'Hi' });
    expect(findings[0]).toMatchObject({ rule: 'not-checked', path: 'docs.json' });
    expect(findings[0]?.message).toContain('could not be checked: something is nested too deep');
  });

  it('when it is one file', async () => {
    const docsCheck = createCheckApart({ limits: { ...checkerLimits, heapMegabytes: 40 } });
    const findings = await docsCheck.checkFile('index.mdx', 'Hi', createMemoryTree(large));
    expect(findings).toMatchObject([{ rule: 'not-checked' }]);
    await docsCheck.close();
  });

  it('when there are more findings than an answer may hold: those of the change stay', async () => {
    const word = 'x'.repeat(3_000);
    const page = Array.from({ length: 300 }, (_, at) => `[a](gone-${at}-${word}.md)\n`).join('');
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`part-${at}/README.md`, page]));
    const docsCheck = createCheckApart();
    const { findings } = await docsCheck.check({
      tree: createMemoryTree({ ...many, 'z.md': '[b](gone.md)\n' }),
      base: createMemoryTree({ ...many, 'z.md': 'Nothing.\n' }),
    });
    await docsCheck.close();
    expect(JSON.stringify(findings).length).toBeLessThan(largestAnswer + 1_000);
    expect(findings.filter(({ introduced }) => introduced)).toMatchObject([{ path: 'z.md' }]);
    expect(findings.at(-1)?.rule).toBe('too-many-findings');
    expect(findings.at(-1)?.message).toMatch(/^\d+ more/);
  });
});

describe('its processes', () => {
  const docsCheck = createCheckApart({ processes: 2, limits: { ...checkerLimits, longestStep: 1_500 } });
  afterAll(() => docsCheck.close());

  it('are kept, and another one follows one that was ended, without a loss for other checks', async () => {
    await docsCheck.check({ tree: fine });
    const first = checkersOf(process.pid);
    expect(first).toHaveLength(1);
    await docsCheck.check({ tree: fine });
    expect(checkersOf(process.pid)).toEqual(first);
    const reports = await Promise.all(
      [endless, {}, {}, {}].map((files) =>
        docsCheck.check({ tree: Object.keys(files).length > 0 ? createMemoryTree(files) : fine }),
      ),
    );
    expect(reports.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([['not-checked'], [], [], []]);
    expect((await docsCheck.check({ tree: fine })).pages).toBe(2);
    expect(checkersOf(process.pid).length).toBeLessThanOrEqual(2);
  });

  it('may read, and neither write nor start a program', () => {
    const [checker = 0] = checkersOf(process.pid);
    const commandLine = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(checker)]).toString();
    expect(commandLine).toContain('--permission');
    expect(commandLine).not.toMatch(/--allow-(?:fs-write|child-process|addons|wasi)/);
  });

  it('end with the process that started them, however that ended and however stuck they are', async () => {
    const program = `
      import { text } from 'node:stream/consumers';
      import { createCheckApart } from ${JSON.stringify(new URL('create-check-apart.ts', import.meta.url).href)};
      const files = JSON.parse(await text(process.stdin));
      void createCheckApart().check({ tree: {
        list: () => Promise.resolve(Object.keys(files)),
        read: (path) => (setTimeout(() => console.log('read'), 500), Promise.resolve(files[path] && Buffer.from(files[path]))),
      } });`;
    const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    parent.stdin.end(JSON.stringify(endless));
    await once(parent.stdout, 'data');
    const [checker = 0] = checkersOf(parent.pid ?? 0);
    expect(checker).toBeGreaterThan(0);
    parent.kill('SIGKILL');
    for (;;) {
      try {
        process.kill(checker, 0);
      } catch {
        return;
      }
      await delay(50);
    }
  });
});
