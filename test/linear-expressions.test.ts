import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { secretShapes } from '../src/secrets/secret-shapes.ts';
import { loadEngine } from './engines/load-engine.ts';

interface Recheck {
  readonly check: (
    source: string,
    flags: string,
    parameters: { checker: 'automaton'; timeout: number },
  ) => Promise<{ status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { summary: string } }>;
}

/** Folders whose expressions meet text from outside and must therefore be linear. */
const folders = ['src/secrets'];

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

function expressionsIn(folder: string): RegExp[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file),
  );
  return files.flatMap((file) => {
    const path = join(folder, file);
    const found: RegExp[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        found.push(new RegExp(source, flags));
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
    return found;
  });
}

const expressions = [...secretShapes.map(({ pattern }) => pattern), ...folders.flatMap(expressionsIn)];

it.each([...new Map(expressions.map((expression) => [String(expression), expression]))])(
  '%s takes time linear in the text',
  async (_, expression) => {
    expect(await growthOf(expression)).toBe('linear');
  },
);

it('would notice one that is not', async () => {
  // The shape of JSON web tokens as it was: 38 s on a line of 260 KB.
  const former = /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g;
  expect(await growthOf(former)).toBe('2nd degree polynomial');
});
