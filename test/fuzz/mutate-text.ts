import type { Random } from './random.ts';

/** Characters of one input: what is longer is made by repetition in the suites of `test/hostile`. */
const longest = 400_000;

/** Characters that mean something to some parser, to a shell, to a terminal, or to nobody. */
const anywhere = [
  '\0',
  '\r\n',
  '\n',
  '\t',
  ' ',
  '\u{FEFF}',
  '\u{202E}',
  '\u{2028}',
  '\u{D800}',
  '𝒳',
  'İ',
  'ﬀ',
  '%00',
  '%zz',
  '%c0%af',
  '../',
  '\\',
  '"',
  "'",
  '`',
  '${',
  '}',
  '{',
  '[',
  ']',
  '<',
  '>',
  '&',
  '*',
  '__proto__',
  'constructor',
  '-1',
  '1e999',
  '9007199254740993',
  'null',
  'NaN',
];

type Mutation = (text: string, random: Random, words: readonly string[]) => string;

const between = (text: string, random: Random): [number, number] => {
  const from = random.below(text.length + 1);
  return [from, Math.min(text.length, from + random.amount(1, 1 + Math.max(1, text.length)))];
};
const times = (text: string, random: Random): string =>
  text.repeat(random.amount(1, Math.max(2, Math.min(50_000, longest / (text.length + 1)))));

const mutations: readonly Mutation[] = [
  function cut(text, random) {
    const [from, to] = between(text, random);
    return text.slice(0, from) + text.slice(to);
  },
  function repeat(text, random) {
    const [from, to] = between(text, random);
    return text.slice(0, to) + times(text.slice(from, Math.min(to, from + 200)), random) + text.slice(to);
  },
  function insert(text, random, words) {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + random.pick(random.percent(60) ? words : anywhere) + text.slice(at);
  },
  function insertMany(text, random, words) {
    const at = random.below(text.length + 1);
    const run = times(random.pick(words) + (random.percent(50) ? random.pick(anywhere) : ''), random);
    return text.slice(0, at) + run + text.slice(at);
  },
  function nest(text, random, words) {
    const [from, to] = between(text, random);
    const [open, close] = [random.pick(words), random.pick(words)];
    const depth = random.amount(1, 3_000);
    return text.slice(0, from) + open.repeat(depth) + text.slice(from, to) + close.repeat(depth) + text.slice(to);
  },
  function move(text, random) {
    const [from, to] = between(text, random);
    const rest = text.slice(0, from) + text.slice(to);
    const at = random.below(rest.length + 1);
    return rest.slice(0, at) + text.slice(from, to) + rest.slice(at);
  },
  function change(text, random) {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(random.below(0x3000)) + text.slice(at + 1);
  },
  (text, random) => text.slice(0, random.below(text.length + 1)),
  (text, random) => text.slice(random.below(text.length + 1)),
];

/** Changes a text in one to a handful of places; `words` are what its grammar is made of. */
export function mutateText(text: string, random: Random, words: readonly string[]): string {
  let mutated = text;
  for (let left = random.amount(1, 12); left > 0; left -= 1) {
    mutated = random.pick(mutations)(mutated, random, words).slice(0, longest);
  }
  return mutated;
}
