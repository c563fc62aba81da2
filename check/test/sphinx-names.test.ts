import { describe, expect, it } from 'vitest';
import { createCheck } from '../src/create-check.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';

async function warningsOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ severity, rule }) => severity === 'error' || (severity === 'warning' && rule !== 'unreachable-page'))
    .map(({ severity, path, message }) => `${severity} ${path} ${/`([^`]+)`/u.exec(message)?.[1] ?? message}`);
}

describe('a project of Sphinx', () => {
  it('whose extensions make pages makes no Markdown, and none beside others that are named by their file', async () => {
    const site = {
      'conf.py': 'extensions = ["myst_parser", "sphinx.ext.autosummary"]\n',
      'index.md': '[a](gone/state.md) [b](state.rst) [c](generated/a.rst) [d](generated/b)\n',
    };
    expect(await warningsOf(site)).toEqual(['error index.md gone/state.md', 'error index.md state.rst']);
  });
});
