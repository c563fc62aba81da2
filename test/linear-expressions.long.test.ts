import { describe, expect, it } from 'vitest';
import { loadLongEngine } from './long-engines/load-long-engine.ts';
import { readExpressions } from './read-expressions.ts';

interface Recheck {
  readonly check: (
    source: string,
    flags: string,
    parameters: { checker: 'automaton'; timeout: number },
  ) => Promise<{ status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } }>;
}

/** Expressions that the automaton cannot judge: it knows nothing that looks ahead or behind, and no kinds of emoji. */
const judgedByHand: Readonly<Record<string, string>> = {
  'agent/agents/built-in/tools/link-addresses.ts':
    'tried at the first character only; looks through the line twice at most, with and without a title',
  'agent/agents/built-in/tools/align-tables.ts': 'one character',
  'agent/protection/active-parts.ts':
    'begins at a `<` and ends before the next one; looks ahead no further than 41 characters',
  'agent/round/read-documents.ts':
    'begins at the first of a run of slashes, and at a dot, of which its run has no other',
  'analytics/collect/formats/common-log.ts': 'tried at the first character of at most 253',
  'backup/repositories.ts': 'tried at the first character only; looks behind at the end',
  'contract/account.ts': 'tried at the first character only; looks one character ahead',
  'contract/agent-job.ts': 'tried at the first character only; each part of it looks through the name once',
  'contract/project.ts': 'begins at the first of a run of slashes only',
  'agent/round/tame-markdown.ts': 'looks ahead no further than 800 characters, from a word',
  'analytics/collect/tracker-routes.ts': 'tried at the first character of one word of a header',
  'codehost/local/local-repositories.ts': 'tried at the first character of a name only; looks through it once',
};

const { check } = loadLongEngine('recheck') as Recheck;

/**
 * How the work grows with the text, as an automaton that is built from the expression proves it. How often a part repeats
 * at least or at most changes the work by a constant only, and would make the automaton too large to build.
 */
async function growthOf(expression: RegExp): Promise<string> {
  const source = expression.source.replace(/\{\d+,\}/g, '+').replace(/\{\d+(,\d+)?\}/g, '');
  const { status, complexity } = await check(source, expression.flags, { checker: 'automaton', timeout: 60_000 });
  return status === 'safe' ? 'linear' : (complexity?.summary ?? status);
}

const looksAround = ({ expression }: { readonly expression: RegExp }): boolean =>
  /\(\?<?[=!]|\\p\{Emoji/.test(expression.source);
const { written: all } = readExpressions();

describe('expressions that meet text from outside take time linear in it', { timeout: 120_000 }, () => {
  it.each(all.filter((entry) => !looksAround(entry)).map(({ expression, file }) => [file, expression] as const))(
    '%s: %s',
    async (_, expression) => {
      expect(await growthOf(expression)).toBe('linear');
    },
  );

  it('are judged by hand where the automaton cannot, and nowhere else', async () => {
    const unsure = [];
    for (const { expression, file } of all.filter(looksAround)) {
      if ((await growthOf(expression)) !== 'linear') unsure.push(file);
    }
    expect([...new Set(unsure)].sort()).toEqual(Object.keys(judgedByHand).sort());
  });
});

it('would notice one that is not', async () => {
  // The shape of JSON web tokens as it was: 38 s on a line of 260 KB.
  const former = /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g;
  expect(await growthOf(former)).toBe('2nd degree polynomial');
});
