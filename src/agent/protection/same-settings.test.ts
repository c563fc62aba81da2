import { describe, expect, it } from 'vitest';
import { isSameSettings } from './same-settings.ts';

describe('YAML', () => {
  it.each([
    ['a list that becomes a record of its length', 'plugins: []\n', 'plugins: { length: 0 }\n'],
    ['a record that becomes a list', 'plugins: {}\n', 'plugins: []\n'],
    ['a list that grows', 'plugins: [a]\n', 'plugins: [a, b]\n'],
    ['what another parser may take for a tag', 'nav: [a]\n', 'nav: [a, "b !important"]\n'],
    ['a tag on a list', 'plugins: [a]\n', 'plugins: !x [a]\n'],
    ['another tag', 'a: !x/y b\n', 'a: !x/z b\n'],
    ['a setting that goes', 'plugins: [a]\nextra: 1\n', 'plugins: [a]\n'],
    ['a setting deep down that comes', 'theme:\n  name: a\n', 'theme:\n  name: a\n  logo: b\n'],
    ['data deep down, where nothing stood', 'extra:\n  a: 1\n', 'extra:\n  a: 1\n  nav: [x]\n'],
    ['a reserved name', 'nav: {}\n', 'nav: { __proto__: a }\n'],
    ['markup', 'site_name: a\n', 'site_name: <b>\n'],
    ['another kind of value', 'strict: true\n', 'strict: "true"\n'],
    ['a plugin more, called like data', 'plugins: [{ a: 1 }]\n', 'plugins: [{ a: 1, menu: [x] }]\n'],
    ['what is no YAML', 'plugins: [a]\n', 'plugins: [a\n'],
    ['what a merge would bring', 'x: &x { a: 1 }\ny: { a: 1 }\n', 'x: &x { a: 1 }\ny: { <<: *x }\n'],
    ['nothing at all', 'strict: true\n', ''],
    ['a second document', 'strict: true\n', 'strict: true\n---\nstrict: true\n'],
  ])('%s is another', (_, before, after) => {
    expect(isSameSettings(before, after, 'yaml')).toBe(false);
  });

  it.each([
    ['layout and remarks', 'a: [b, c]\n', 'a:\n  - b\n  # a remark\n  - c\n'],
    ['a tag that stays', 'a: !x/y b\nnav: []\n', 'a: !x/y b\nnav: [c]\n'],
    ['a tag that a kind of value has anyway', 'a: !!str b\n', 'a: !!str b\n'],
    ['data deep down that stood there', 'extra:\n  nav: []\n', 'extra:\n  nav: [x]\n'],
    ['markup that stood there', 'nav: ["<b>"]\n', 'nav: ["<b>", c]\n'],
    ['a number as a name', 'extra:\n  1: a\n', 'extra:\n  1: a\n'],
    ['a navigation that comes and goes at the root', 'nav: [a]\n', 'not_in_nav: a\n'],
    ['another word for true, to the parsers that build sites', 'strict: yes\n', 'strict: true\n'],
    ['lines that Windows ends', 'nav: [a]\r\n', 'nav: [b]\r\n'],
  ])('%s is not', (_, before, after) => {
    expect(isSameSettings(before, after, 'yaml')).toBe(true);
  });
});

it('JSON and TOML have no tags to count', () => {
  expect(isSameSettings('{"nav": []}', '{"nav": ["a !b"]}', 'json')).toBe(true);
  expect(isSameSettings('nav = []', 'nav = ["a !b"]', 'toml')).toBe(true);
  expect(isSameSettings('nav = []\na = 1', 'nav = []\na = 2', 'toml')).toBe(false);
});
