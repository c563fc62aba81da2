import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProjectInstructions } from '../../docs-agent.ts';
import { repositoryMap } from './repository-map.ts';
import { systemPrompt } from './system-prompt.ts';

/** As a run puts its prompt together, from the files of the base commit. */
function promptFor(
  paths: string[],
  {
    instructions,
    contexts = [] as string[],
    pullRequestTemplate,
  }: { instructions?: ProjectInstructions; contexts?: string[]; pullRequestTemplate?: string } = {},
): string {
  return systemPrompt({
    map: repositoryMap(paths, { docsFolder: '' }),
    docsFolder: '',
    instructions,
    contexts,
    pullRequestTemplate,
    today: '2026-11-22',
  });
}

describe('repositoryMap', () => {
  it('names pages by folder and counts the rest', () => {
    const paths = ['guides/b.mdx', 'docs.json', 'images/a.png', 'guides/a.mdx', 'images/b.png', 'node_modules/x/y.md'];
    expect(repositoryMap(paths, { docsFolder: '' })).toBe('./: docs.json\nguides/: a.mdx, b.mdx\nimages/: 2 .png');
  });

  it('shows the docs folder alone', () => {
    expect(repositoryMap(['src/a.ts', 'docs/a.md', 'docs2/b.md'], { docsFolder: 'docs' })).toBe('docs/: a.md');
    expect(repositoryMap([], { docsFolder: '' })).toBe('(no files)');
  });

  it('is bounded, and the same bytes in whatever order the paths come', () => {
    const path = fc
      .array(fc.stringMatching(/^[a-zé]{1,6}$/), { minLength: 1, maxLength: 4 })
      .map((parts) => `${parts.join('/')}.mdx`);
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 200 }),
        fc.integer({ min: 60, max: 2_000 }),
        (paths, maxCharacters) => {
          const map = repositoryMap(paths, { docsFolder: '', maxCharacters });
          expect(map.length).toBeLessThanOrEqual(maxCharacters);
          expect(repositoryMap([...paths].reverse(), { docsFolder: '', maxCharacters })).toBe(map);
        },
      ),
    );
  });
});

describe('systemPrompt', () => {
  const paths = ['docs.json', 'index.mdx', 'AGENTS.md'];
  const instructions = { path: 'AGENTS.md', text: 'Say "job", not "task".' };

  it('is the same bytes for the same base', () => {
    const first = promptFor(paths, { instructions, contexts: ['sdk'] });
    expect(promptFor([...paths].reverse(), { instructions, contexts: ['sdk'] })).toBe(first);
    expect(first).toContain('./: AGENTS.md, docs.json, index.mdx');
    expect(first).toContain('@context/sdk/');
    expect(first).toContain('# Project instructions (AGENTS.md)');
    expect(first).toContain(instructions.text);
  });

  it('says nothing of instructions where there are none', () => {
    expect(promptFor(paths)).not.toContain('Project instructions (');
  });
});
