import { expect, it } from 'vitest';
import { slipsInSettings } from './slips-in-settings.ts';

const said = (text: string): string[] =>
  slipsInSettings(text, 'docusaurus.config.js').map(
    ({ line, message }) => `${String(line)} ${message.split(' ')[2] ?? ''}`,
  );

it('tells an address in quotation marks that was to be filled in', () => {
  const settings = (value: string) => `const site = require('./site');\nmodule.exports = { href: ${value} };\n`;
  expect(said(settings("'https://github.com/acme/${site.name}'"))).toEqual(['2 https://github.com/acme/${site.name}']);
  expect(said(settings('`https://github.com/acme/${site.name}`'))).toEqual([]);
  expect(said(settings('`<a href="https://github.com/acme/${site.name}">`'))).toEqual([]);
  expect(said(settings("'https://github.com/acme/${other}'"))).toEqual([]);
  expect(said(settings("'text of ${site.name}'"))).toEqual([]);
  expect(said(settings("'https://github.com/${site}'.replace('${site}', 'a')"))).toEqual([]);
});

it('tells this outside of a function', () => {
  expect(said('export default { a: [{ href: `https://acme.dev/${this.name}` }] };')).toEqual([
    '1 https://acme.dev/${this.name}',
  ]);
  expect(said('export default { a() { return `https://acme.dev/${this.name}`; } };')).toEqual([]);
  expect(said('export default { a: `text ${this.name}` };')).toEqual([]);
});

it('reads the names of a module once, however many texts it has', () => {
  const texts = Array.from({ length: 40_000 }, (_, index) => `'https://acme.dev/\${gone${index}}',\n`);
  expect(said(`const site = 1;\nexport default [${texts.join('')}'https://acme.dev/\${site}'];\n`)).toEqual([
    '40002 https://acme.dev/${site}',
  ]);
});
