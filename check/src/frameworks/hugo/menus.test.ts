import { expect, it } from 'vitest';
import { createMemoryTree, type Files } from '../../../test/memory-tree.ts';
import { createCheck } from '../../create-check.ts';

async function said(menu: string, files: Files = {}): Promise<string[]> {
  const tree = createMemoryTree({
    'config.toml': `baseURL = "https://acme.dev/tool/"\ntheme = "own"\n${menu}`,
    'content/food/a.md': '# A\n',
    'content/about.md': '# B\n',
    'static/menu.pdf': 'PDF',
    ...files,
  });
  const { findings } = await createCheck().check({ tree });
  return findings.flatMap(({ severity, path, line, message }) => {
    const url = /link (\S+) leads to no page and no file/u.exec(message)?.[1];
    return url === undefined ? [] : [`${severity} ${path}:${line ?? 0} ${url}`];
  });
}

const entry = (name: string, url: string) => `[[menu.${name}]]\nurl = "${url}"\n`;
const food = entry('main', '/food/') + entry('main', '/tool/about') + entry('main', '/menu.pdf');

it('tells an entry of a menu that leads to no page', async () => {
  const others = entry('main', '/tags/') + entry('main', 'https://acme.dev/gone') + entry('main', '/feed.xml');
  expect(await said(food + others + entry('main', '/drink'))).toEqual(['warning config.toml:16 /drink']);
  const languages = `${food}[languages.de.menu]\nmain = [{ url = "/trinken" }]\n[languages.en]\nweight = 1\n`;
  expect(await said(languages)).toEqual(['warning config.toml:10 /trinken']);
});

it('says nothing where none leads to a page, a page is named, other pages are mounted, or no template shows the menu', async () => {
  expect(await said(entry('main', '/drink'))).toEqual([]);
  expect(await said(`${food}[[menu.main]]\npageRef = "/about"\nurl = "/drink"\n`)).toEqual([]);
  const mounted =
    '[module]\n[[module.mounts]]\nsource = "elsewhere"\ntarget = "content"\n[[module.mounts]]\nsource = "content"\ntarget = "content"\n';
  expect(await said(food + entry('main', '/drink') + mounted)).toEqual([]);
  const other = food + entry('other', '/drink');
  const template = (text: string): Files => ({ 'themes/own/layouts/index.html': text });
  expect(await said(other, template('{{ range .Site.Menus.main }}'))).toEqual([]);
  expect(await said(other, template('{{ range .Site.Menus.main }}{{ .Site.Menus.other }}'))).toEqual([
    'warning config.toml:10 /drink',
  ]);
});

it('says nothing of menus in more languages than a site has, each of which might have the page', async () => {
  const languages = (count: number): string =>
    Array.from({ length: count }, (_, index) => `[languages.l${index}]\nweight = 1\n`).join('');
  const menu = food + entry('main', '/drink');
  expect(await said(menu + languages(20))).toHaveLength(1);
  expect(await said(menu + languages(201))).toEqual([]);
});
