import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { secretShapes } from '../src/secrets/secret-shapes.ts';
import { loadEngine } from './engines/load-engine.ts';

interface Recheck {
  readonly check: (
    source: string,
    flags: string,
    parameters: { checker: 'automaton'; timeout: number },
  ) => Promise<{ status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } }>;
}

/** Expressions that the automaton cannot judge, since it knows nothing that looks ahead or behind. */
const judgedByHand: Readonly<Record<string, string>> = {
  'agent/agents/built-in/tools/link-addresses.ts':
    'tried at the first character only; looks through the line twice at most, with and without a title',
  'contract/account.ts': 'tried at the first character only; looks one character ahead',
  'contract/agent-job.ts': 'tried at the first character only; each part of it looks through the name once',
  'contract/project.ts': 'begins at the first of a run of slashes only',
  'agent/round/tame-markdown.ts': 'looks ahead no further than 400 characters, from a word',
  'analytics/collect/tracker-routes.ts': 'tried at the first character of one word of a header',
  'codehost/local/local-repositories.ts': 'tried at the first character of a name only; looks through it once',
};

/** Expressions that are put together while the program runs: of what, and why that is linear. */
const putTogether: Readonly<Record<string, string>> = {
  'agent/protection/protected-paths.ts': 'of our own texts; paths have at most 400 characters',
  'contract/moment.ts': 'of our own texts; tried at the first character only',
  'guide/search-guide.ts': 'of words without any meaning to it, over our own pages',
  'model/scripted/placeholders.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'model/scripted/scripted-model.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'model/scripted/transcript.ts': 'by whoever operates the server, for a model that only plays what it is told',
  'projects/api-key-format.ts': 'of our own texts; every part has a fixed length',
  'secrets/secret-shapes.ts': 'of our own texts, each of which is judged here',
};

const { check } = await loadEngine<Recheck>('recheck');

/**
 * How the work grows with the text, as an automaton that is built from the expression proves it. How often a part repeats
 * at least or at most changes the work by a constant only, and would make the automaton too large to build.
 */
async function growthOf(expression: RegExp): Promise<string> {
  const source = expression.source.replace(/\{\d+,\}/g, '+').replace(/\{\d+(,\d+)?\}/g, '');
  const { status, complexity } = await check(source, expression.flags, { checker: 'automaton', timeout: 60_000 });
  return status === 'safe' ? 'linear' : (complexity?.summary ?? status);
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|fixture|conformance)\.ts$/.test(file),
);
const written = new Map<string, { readonly expression: RegExp; readonly file: string }>();
const made = new Set<string>();
for (const file of files) {
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
      written.set(node.text, { expression: new RegExp(source, flags), file });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp') {
      made.add(file);
    }
    ts.forEachChild(node, visit);
  };
  const text = readFileSync(join('src', file), 'utf8');
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}
for (const { pattern } of secretShapes) {
  written.set(String(pattern), { expression: pattern, file: 'secrets/secret-shapes.ts' });
}
const looksAround = ({ expression }: { readonly expression: RegExp }): boolean => /\(\?<?[=!]/.test(expression.source);
const all = [...written.values()];

describe('expressions that meet text from outside take time linear in it', { timeout: 120_000 }, () => {
  it.each(all.filter((entry) => !looksAround(entry)).map(({ expression, file }) => [file, expression] as const))(
    '%s: %s',
    async (_, expression) => {
      expect(await growthOf(expression)).toBe('linear');
    },
  );

  it('are judged by hand where they look ahead or behind, and nowhere else', async () => {
    const unsure = [];
    for (const { expression, file } of all.filter(looksAround)) {
      if ((await growthOf(expression)) !== 'linear') unsure.push(file);
    }
    expect([...new Set(unsure)].sort()).toEqual(Object.keys(judgedByHand).sort());
  });

  it('are put together only where that is known to be safe', () => {
    expect([...made].sort()).toEqual(Object.keys(putTogether).sort());
  });
});

it('would notice one that is not', async () => {
  // The shape of JSON web tokens as it was: 38 s on a line of 260 KB.
  const former = /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g;
  expect(await growthOf(former)).toBe('2nd degree polynomial');
});
