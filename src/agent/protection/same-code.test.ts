import { describe, expect, it } from 'vitest';
import { isListOnly, isSameCode } from './same-code.ts';

const same = (before: string, after: string, isList = false) => isSameCode(before, after, { isList });

describe('data may change', () => {
  it.each([
    [
      'in a function whose name begins with nav',
      'function navItems() { return [] }',
      "function navItems() { return ['a'] }",
    ],
    ['in an arrow function of such a name', 'const sidebar = () => []', "const sidebar = () => ['a']"],
    ['texts beside what runs', "const nav = [...made, 'a']", "const nav = [...made, 'a', 'b']"],
    ['entries beside what runs', 'const nav = { ...made, a: 1 }', 'const nav = { ...made, a: 1, b: 2 }'],
    ['beside markup of a framework', "const nav = ['a']; run(<b />)", "const nav = ['b']; run(<b />)"],
    ['where only a script may say so', "var nav = ['a']; var mode = 010", "var nav = ['b']; var mode = 010"],
    [
      'beside a function without a name',
      'export const nav = []; export default function () {}',
      "export const nav = ['a']; export default function () {}",
    ],
    ['in a template that computes nothing', 'const nav = [`a`]', 'const nav = [`b`]'],
    [
      'an entry with something that runs',
      "const nav = [{ ...made, text: 'a' }]",
      "const nav = [{ ...made, text: 'b' }]",
    ],
    ['a word with a colon', "const nav = ['a']", "const nav = ['Metadata: what it is']"],
    ['one menu or redirect', "const menu = []; const redirect = ['a']", "const menu = ['a']; const redirect = []"],
    ['how a text is written, anywhere', "run('a')", 'run("a")'],
    ['under a name in quotes', "export default { 'nav': [] }", "export default { 'nav': ['a'] }"],
  ])('%s', (_, before, after) => {
    expect(same(before, after)).toBe(true);
  });
});

describe('nothing else may', () => {
  it.each([
    [
      'a text in a function of another name',
      "function command() { return ['ls'] }",
      "function command() { return ['rm'] }",
    ],
    ['a text in an arrow function of another name', "const run = () => ['ls']", "const run = () => ['rm']"],
    ['what a parameter is when nothing is given', "function sidebar(a = 'ls') {}", "function sidebar(a = 'rm') {}"],
    ['the same of an arrow function', "const sidebar = (a = 'ls') => []", "const sidebar = (a = 'rm') => []"],
    ['the name under which data stands', "export default { 'nav': ['a'] }", "export default { 'plugins': ['a'] }"],
    ['a computed name', "export default { [nav]: ['a'] }", "export default { [nav]: ['b'] }"],
    ['an expression of text', 'const nav = []', 'const nav = [/a/]'],
    ['another expression of text', 'const nav = [/a/]', 'const nav = [/b/]'],
    ['a number that is too large for one', 'const nav = [1n]', 'const nav = [2n]'],
    ['markup beside what runs', 'const nav = [...made]', "const nav = [...made, '<script>']"],
    ['the order of what runs', 'const nav = [...a, ...b]', 'const nav = [...b, ...a]'],
    ['a short form, which reads a variable', 'const nav = { ...made }', 'const nav = { ...made, secret }'],
    [
      'what is assigned elsewhere',
      "module.exports = {}; module.paths = ['a']",
      "module.exports = {}; module.paths = ['b']",
    ],
    ['what a module gives', "module.exports = ['ls']", "module.exports = ['rm']"],
    ['a list that becomes a record that runs', 'const nav = []', 'const nav = { ...evil() }'],
    ['a record that becomes a list that runs', 'const nav = {}', 'const nav = [...evil()]'],
    ['a type', 'const a = 1', 'const a: string = 1'],
    ['what only begins like a name of data', "const tocCommand = ['ls']", "const tocCommand = ['rm']"],
    ['what only goes on like one', "const navy = ['ls']", "const navy = ['rm']"],
    ['what has one inside', "const runsidebarOf = ['ls']", "const runsidebarOf = ['rm']"],
    ['the name of what runs', 'run()', 'ran()'],
    ['one statement more', 'run()', 'run(); run()'],
    ['a field that only one of them has', 'function a() {}', 'async function a() {}'],
    ['a remark that is a setting', 'run()', 'run() /* @jsx evil */'],
  ])('%s', (_, before, after) => {
    expect(same(before, after)).toBe(false);
  });

  it.each([
    ["module.paths = ['a']", "module.paths = ['b']"],
    ["x.exports = ['a']", "x.exports = ['b']"],
    ["module[exports] = ['a']", "module[exports] = ['b']"],
  ])('in a list module neither: %s', (before, after) => {
    expect(same(before, after, true)).toBe(false);
  });
});

it('remarks that stood before may stay and go', () => {
  expect(same('/* @jsx h */ run()', '/* @jsx h */ /* a remark */ run()')).toBe(true);
  expect(same('/* @jsx h */ run()', 'run()')).toBe(true);
});

it.each([
  ['export default { a: "A", b: [1, { c: true }] }', true],
  ['module.exports = ["a"]', true],
  ['const list = {}; export default list', false],
  ['export default run()', false],
  ['export default {', false],
])('holds a list only: %s', (text, expected) => {
  expect(isListOnly(text)).toBe(expected);
});
