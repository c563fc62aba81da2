import { parse } from 'acorn';
import type { Program } from 'estree';
import { describe, expect, it } from 'vitest';
import { evaluateModule, isTold, type CallValue } from './evaluate-module.ts';

const evaluate = (text: string): unknown => {
  const program = parse(text, { ecmaVersion: 'latest', sourceType: 'module' }) as Program;
  return evaluateModule(program, new Map()).default;
};
/** `a0`, `a1` …, each made from the one before it. */
const chain = (depth: number, first: string, next: (before: string) => string): string =>
  Array.from({ length: depth }, (_, at) => `const a${at} = ${at === 0 ? first : next(`a${at - 1}`)};`).join('\n');

describe('the budget of settings', () => {
  it('leaves alone what a person wrote, and what is used in several places', () => {
    const pages = Array.from({ length: 5_000 }, (_, at) => `{ text: "Page ${at}", link: "/page-${at}" }`).join(', ');
    const value = evaluate(`const pages = [${pages}];\nexport default { en: pages, de: [...pages], fr: pages };`);
    expect(isTold(value)).toBe(true);
    expect(value).toMatchObject({ de: { length: 5_000 } });
    expect(evaluate(`${chain(10, '[1]', (before) => `[${before}, ${before}]`)}\nexport default a9;`)).toHaveLength(2);
  });

  it.each([
    ['spread lists', chain(20, '[1, 2]', (before) => `[...${before}, ...${before}, ...${before}]`)],
    ['spread records', chain(40, '{ a: [1] }', (before) => `{ ...${before}, b: [${before}, ${before}] }`)],
    ['lists that share', chain(40, '[1, 2]', (before) => `[${before}, ${before}]`)],
    ['calls that share', chain(40, 'plugin(1)', (before) => `plugin(${before}, ${before})`)],
    ['doubled texts', chain(40, '"text"', (before) => `\`\${${before}}\${${before}}\``)],
    ['added texts', chain(40, '"text"', (before) => `${before} + ${before}`)],
    ['functions', chain(40, '() => [1, 1]', (before) => `() => [${before}(), ${before}()]`)],
  ])('cannot tell what stands for too much: %s', (_, text) => {
    const last = text.split('\n').length - 1;
    const value = evaluate(
      `${text}\nexport default { small: [1], large: a${last}${text.includes('=>') ? '()' : ''} };`,
    );
    expect(isTold(value)).toBe(false);
  });
});

it('takes the calls that a condition may bring into a list, and nothing else that stands there', () => {
  const plugins = evaluate('export default [a && b(1), ...(a ? [c(2), d()] : []), a ? e() : undefined];');
  expect((plugins as CallValue[]).map(({ callee }) => callee)).toEqual(['b', 'c', 'd', 'e']);
  expect(isTold(evaluate("export default [...(a ? ['x'] : [])];"))).toBe(false);
  // The name of a package stands for what is imported from it.
  expect(isTold(evaluate("export default { ...'a-package' };"))).toBe(false);
  expect(evaluate("export default [a && 'x', ...(a ? [b(), 'x'] : [])]")).toHaveLength(2);
});

it('reads what a function gives that is called where it stands', () => {
  expect(evaluate('const config = (async () => { return { a: 1 }; })();\nexport default config;')).toEqual({
    a: 1,
  });
  expect(isTold(evaluate('export default ((a) => ({ a }))(1);'))).toBe(false);
});
