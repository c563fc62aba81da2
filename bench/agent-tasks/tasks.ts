import type { TranscriptTurn } from '../../src/model/scripted/transcript.ts';

/** A task that a model could do so with our tools, on a site of its own. */
export interface ScriptedTask {
  readonly name: string;
  readonly prompt: string;
  readonly site: Readonly<Record<string, string>>;
  readonly turns: readonly { calls: readonly { tool: string; input: object }[] }[];
  /** The same, as an agent with a shell does it; undefined where that cannot be played. */
  readonly shell?: readonly string[];
  /** Whether the tree is as it should be in the end. */
  isDone(read: (path: string) => string | undefined): boolean;
}

export type PlayedTurns = readonly Pick<TranscriptTurn, 'calls'>[];

const finish = { tool: 'finish', input: { title: 'Do what was asked', summary: 'Done, and checked with check_docs.' } };
const check = { tool: 'check_docs', input: {} };
const read = (path: string) => ({ tool: 'read', input: { path } });
const turn = (...calls: { tool: string; input: object }[]) => ({ calls });

const paragraph =
  'A paragraph about one thing that a reader may want to know before the next step, with enough words to be one.\n\n';

function page(title: string, body: string): string {
  return `---\ntitle: ${title}\ndescription: About ${title.toLowerCase()}.\n---\n\n${paragraph}${body}\n${paragraph}`;
}

/** 120 pages in six folders. */
function siteOf(special: Readonly<Record<string, string>>, settings: object = {}): Record<string, string> {
  const folders = ['guides', 'reference', 'concepts', 'tutorials', 'admin', 'sdk'];
  const pages: Record<string, string> = { 'index.mdx': page('Home', 'Welcome.\n') };
  for (const folder of folders) {
    for (let index = 1; index <= 20; index += 1) {
      pages[`${folder}/page-${index}.mdx`] = page(`${folder} ${index}`, `See [home](/index).\n`);
    }
  }
  const all = { ...pages, ...special };
  const names = Object.keys(all).filter((path) => path.endsWith('.mdx'));
  const navigation = { pages: names.map((path) => path.replace('.mdx', '')) };
  const docs = { name: 'Docs', theme: 'mint', colors: { primary: '#000000' }, navigation, ...settings };
  return { ...all, 'docs.json': `${JSON.stringify(docs, null, 2)}\n` };
}

/** 92 lines over 18 files say it, among others that say something like it. */
function sweptSite(): Record<string, string> {
  const special: Record<string, string> = {};
  for (let file = 1; file <= 18; file += 1) {
    const count = file <= 2 ? 6 : 5;
    const lines = Array.from(
      { length: count },
      (_, line) => `Step ${line + 1}: open Widget Cloud and choose plan ${file}.\n`,
    );
    special[`guides/page-${file}.mdx`] = page(
      `Guide ${file}`,
      `${lines.join('\n')}\nA widget in the cloud is another thing.\n`,
    );
  }
  return siteOf(special);
}

const swept = Array.from({ length: 18 }, (_, index) => `guides/page-${index + 1}.mdx`);
const languages = ['en', 'de', 'fr', 'ja'];
const localised = Object.fromEntries(
  languages.map((language) => [
    `${language}/options.mdx`,
    page(`Options ${language}`, '## Options\n\n- `retries`: how often.\n\n## Limits\n\nNone.\n'),
  ]),
);
const table = page('Limits', '| name | value |\n| --- | --- |\n| jobs | 100 |\n| pages | 50 |\n| users | 5 |\n');

export const scriptedTasks: readonly ScriptedTask[] = [
  {
    name: 'sweep: 92 lines over 18 files',
    prompt: 'The product Widget Cloud is called Acme Cloud now. Change it everywhere.',
    site: sweptSite(),
    turns: [
      turn({ tool: 'search', input: { pattern: 'Widget Cloud', literal: true, show: 'files' } }),
      turn({ tool: 'replace', input: { pattern: 'Widget Cloud', replacement: 'Acme Cloud' } }),
      turn({ tool: 'search', input: { pattern: 'widget.?cloud' } }, check),
      turn(finish),
    ],
    shell: [
      "git grep -n 'Widget Cloud'",
      "git grep -l 'Widget Cloud' | xargs sed -i 's/Widget Cloud/Acme Cloud/g'",
      "git grep -niE 'widget.?cloud'; git diff",
    ],
    isDone: (text) =>
      swept.every((path) => text(path)?.includes('Widget Cloud') === false) &&
      swept.flatMap((path) => text(path)?.match(/Acme Cloud/g) ?? []).length === 92,
  },
  {
    name: 'a typo',
    prompt: 'Fix the typo "recieve".',
    site: siteOf({ 'guides/page-7.mdx': page('Guide 7', 'You recieve a letter.\n') }),
    turns: [
      turn({ tool: 'search', input: { pattern: 'recieve' } }),
      turn({ tool: 'edit', input: { path: 'guides/page-7.mdx', old_text: 'recieve', new_text: 'receive' } }),
      turn(finish),
    ],
    shell: ['git grep -n recieve', "sed -i 's/recieve/receive/' guides/page-7.mdx; git diff"],
    isDone: (text) => text('guides/page-7.mdx')?.includes('You receive a letter.') === true,
  },
  {
    name: 'a page moves, with a redirect',
    prompt: 'Move guides/page-3 to tutorials/start, with a redirect.',
    site: siteOf({ 'guides/page-4.mdx': page('Guide 4', 'See [three](/guides/page-3).\n') }, { redirects: [] }),
    turns: [
      turn(
        { tool: 'search', input: { pattern: 'guides/page-3\\b' } },
        { tool: 'search', input: { pattern: 'redirects', path: 'docs.json' } },
      ),
      turn(
        { tool: 'move', input: { from: 'guides/page-3.mdx', to: 'tutorials/start.mdx' } },
        { tool: 'edit', input: { path: 'docs.json', old_text: '"guides/page-3"', new_text: '"tutorials/start"' } },
        { tool: 'replace', input: { pattern: '(/guides/page-3)', replacement: '(/tutorials/start)' } },
        {
          tool: 'edit',
          input: {
            path: 'docs.json',
            old_text: '"redirects": []',
            new_text: '"redirects": [{ "source": "/guides/page-3", "destination": "/tutorials/start" }]',
          },
        },
      ),
      turn(check),
      turn(finish),
    ],
    shell: [
      "git grep -n 'guides/page-3\\b'; grep -n redirects docs.json",
      [
        'git mv guides/page-3.mdx tutorials/start.mdx',
        'sed -i \'s#"guides/page-3"#"tutorials/start"#\' docs.json',
        "git grep -l '(/guides/page-3)' | xargs sed -i 's#(/guides/page-3)#(/tutorials/start)#'",
        `sed -i 's#"redirects": \\[\\]#"redirects": [{ "source": "/guides/page-3", "destination": "/tutorials/start" }]#' docs.json`,
      ].join(' && '),
      "git diff HEAD; git grep -n 'guides/page-3\\b'",
    ],
    isDone: (text) =>
      text('tutorials/start.mdx') !== undefined &&
      text('guides/page-4.mdx')?.includes('(/tutorials/start)') === true &&
      text('docs.json')?.includes('"destination": "/tutorials/start"') === true,
  },
  {
    name: 'a new page',
    prompt: 'Add a page about webhooks to the guides.',
    site: siteOf({}),
    turns: [
      turn(read('guides/page-1.mdx'), { tool: 'search', input: { pattern: '"guides/page-20"', path: 'docs.json' } }),
      turn(
        {
          tool: 'write',
          input: { path: 'guides/webhooks.mdx', content: page('Webhooks', '## Receive one\n\nText.\n') },
        },
        {
          tool: 'edit',
          input: {
            path: 'docs.json',
            old_text: '"guides/page-20",',
            new_text: '"guides/page-20",\n      "guides/webhooks",',
          },
        },
      ),
      turn(check),
      turn(finish),
    ],
    shell: [
      'cat guides/page-1.mdx; grep -n guides/page-20 docs.json',
      `cat > guides/webhooks.mdx <<'END'\n${page('Webhooks', '## Receive one\n\nText.\n')}END\nsed -i 's#"guides/page-20",#&\\n      "guides/webhooks",#' docs.json`,
      'git diff; git status --short',
    ],
    isDone: (text) =>
      text('guides/webhooks.mdx') !== undefined && text('docs.json')?.includes('guides/webhooks') === true,
  },
  {
    name: 'a feature is gone from twelve pages',
    prompt: 'The beta flag --fast is gone. Take its lines out.',
    site: siteOf(
      Object.fromEntries(
        Array.from({ length: 12 }, (_, index) => [
          `reference/page-${index + 1}.mdx`,
          page(`Reference ${index + 1}`, '- `--slow` waits.\n- `--fast` does not wait.\n- `--help` helps.\n'),
        ]),
      ),
    ),
    turns: [
      turn({ tool: 'search', input: { pattern: '--fast', literal: true } }),
      turn(
        ...Array.from({ length: 12 }, (_, index) => ({
          tool: 'edit',
          input: { path: `reference/page-${index + 1}.mdx`, old_text: '- `--fast` does not wait.\n', new_text: '' },
        })),
      ),
      turn({ tool: 'search', input: { pattern: '--fast', literal: true } }, check),
      turn(finish),
    ],
    shell: ['git grep -n -e --fast', "git grep -l -e --fast | xargs sed -i '/--fast/d'; git diff --stat"],
    isDone: (text) =>
      Array.from({ length: 12 }, (_, index) => text(`reference/page-${index + 1}.mdx`)).every(
        (content) => content?.includes('--fast') === false && content.includes('--slow` waits.\n- `--help'),
      ),
  },
  {
    name: 'an option in four languages',
    prompt: 'Describe the option `timeout` in all languages.',
    site: siteOf(localised),
    turns: [
      turn({ tool: 'search', input: { pattern: '^## Options', context: 2 } }),
      turn(
        ...languages.map((language) => ({
          tool: 'insert',
          input: { path: `${language}/options.mdx`, heading: 'Options', text: `- \`timeout\`: seconds (${language}).` },
        })),
      ),
      turn(check),
      turn(finish),
    ],
    shell: [
      "git grep -n -A2 '^## Options'",
      languages
        .map((language) => `sed -i '/^- .retries/a - \`timeout\`: seconds (${language}).' ${language}/options.mdx`)
        .join(' && '),
      'git diff',
    ],
    isDone: (text) =>
      languages.every((language) => text(`${language}/options.mdx`)?.includes(`(${language}).\n\n## Limits`)),
  },
  {
    name: 'a section at its place',
    prompt: 'Say on guides/page-2 how to undo.',
    site: siteOf({ 'guides/page-2.mdx': page('Guide 2', '## Do\n\nText.\n\n## Know\n\nText.\n') }),
    turns: [
      turn(read('guides/page-2.mdx')),
      turn({
        tool: 'insert',
        input: { path: 'guides/page-2.mdx', heading: 'Know', where: 'before', text: '## Undo\n\nText.' },
      }),
      turn(finish),
    ],
    shell: ['cat guides/page-2.mdx', "sed -i 's/^## Know/## Undo\\n\\nText.\\n\\n&/' guides/page-2.mdx; git diff"],
    isDone: (text) => text('guides/page-2.mdx')?.includes('Text.\n\n## Undo\n\nText.\n\n## Know') === true,
  },
  {
    name: 'rows of a table, by their lines',
    prompt: 'The limit of jobs is 200, and there is none of pages.',
    site: siteOf({ 'reference/page-9.mdx': table }),
    turns: [
      turn({ tool: 'search', input: { pattern: '| jobs |', literal: true, context: 2 } }),
      turn({
        tool: 'edit',
        input: { path: 'reference/page-9.mdx', first_line: '10', last_line: 11, new_text: '| jobs | 200 |' },
      }),
      turn(finish),
    ],
    shell: [
      "git grep -n -C2 '| jobs |'",
      "sed -i -e 's/^| jobs | 100 |/| jobs | 200 |/' -e '/^| pages |/d' reference/page-9.mdx; git diff",
    ],
    isDone: (text) => text('reference/page-9.mdx')?.includes('| --- | --- |\n| jobs | 200 |\n| users | 5 |') === true,
  },
  {
    name: 'a question back',
    prompt: 'Document the new limits.',
    site: siteOf({}),
    turns: [
      turn({ tool: 'search', input: { pattern: 'limit', show: 'files' } }),
      turn({ tool: 'ask', input: { question: 'Which limits are new, and what are they?' } }),
    ],
    isDone: () => true,
  },
  {
    name: 'a wrong turn, taken back',
    prompt: 'Say "sign in" on guides/page-5, not "log in".',
    site: siteOf({
      'guides/page-5.mdx': page('Guide 5', 'Log in first.\n'),
      'guides/page-6.mdx': page('Guide 6', 'Log in.\n'),
    }),
    turns: [
      turn({ tool: 'search', input: { pattern: 'log in', path: 'guides' } }),
      turn({ tool: 'replace', input: { pattern: 'Log in', replacement: 'Sign in', path: 'guides' } }),
      turn({ tool: 'diff', input: {} }),
      turn({ tool: 'revert', input: { path: 'guides/page-6.mdx' } }, check),
      turn(finish),
    ],
    shell: [
      "git grep -n -i 'log in' guides",
      "git grep -l 'Log in' guides | xargs sed -i 's/Log in/Sign in/'",
      'git diff',
      'git checkout guides/page-6.mdx; git diff --stat',
    ],
    isDone: (text) =>
      text('guides/page-5.mdx')?.includes('Sign in first.') === true &&
      text('guides/page-6.mdx')?.includes('Log in.') === true,
  },
];
