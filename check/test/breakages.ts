import type { Files } from './memory-tree.ts';
import { pageIds, type SampleSite } from './sample-sites.ts';

/** A site with one thing broken, and what a checker must say about it: this rule at this file, and nothing of another rule. */
interface Breakage {
  readonly files: Files;
  readonly path: string;
  readonly rules: readonly string[];
}

type Kind = (site: SampleSite, files: Files, id: string, salt: number) => Breakage;

function append(site: SampleSite, files: Files, id: string, text: string, rule: string): Breakage {
  const path = site.path(id);
  return { files: { ...files, [path]: `${files[path] ?? ''}\n${text}\n` }, path, rules: [rule] };
}

function replace(site: SampleSite, files: Files, id: string, from: string, to: string, rule: string): Breakage {
  const path = site.path(id);
  const text = files[path] ?? '';
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { files: { ...files, [path]: text.replace(from, () => to) }, path, rules: [rule] };
}

const other = (id: string, salt: number): string => {
  const rest = pageIds.filter((page) => page !== id);
  return rest[salt % rest.length] ?? 'index';
};

const linkToNoPage: Kind = (site, files, id, salt) =>
  append(
    site,
    files,
    id,
    `[x](${site.link(id, other(id, salt)).replace(/(\.mdx?|\/)?$/u, `-gone${salt}$1`)})`,
    'broken-link',
  );

/** What authors break, as commits that corrected it and broken builds show. */
export const kinds: Readonly<Record<string, Kind>> = {
  'link to no page': linkToNoPage,
  'link from a folder that the page left': (site, files, id, salt) => {
    const link = site.link(id, other(id, salt));
    // A browser goes no higher than the top of the host.
    if (!/^\/|\.mdx?$/u.test(link)) return linkToNoPage(site, files, id, salt);
    const moved = link.startsWith('/') ? link.replace(/^\//u, '/pages/') : `../${link.replace(/^\.\//u, '')}`;
    return append(site, files, id, `[x](${moved})`, 'broken-link');
  },
  'link with the ending of another kind of file': (site, files, id, salt) => {
    const link = site.link(id, other(id, salt));
    const changed = link.replace(/\.(mdx?)$/u, (_, ending) => (ending === 'md' ? '.mdx' : '.md'));
    return changed === link
      ? linkToNoPage(site, files, id, salt)
      : append(site, files, id, `[x](${changed})`, 'broken-link');
  },
  'slash between a file and its anchor': (site, files, id, salt) => {
    const link = site.link(id, other(id, salt));
    // MkDocs takes it off, and a code host may.
    return /\.mdx?$/u.test(link) && !['mkdocs', 'markdown'].includes(site.framework)
      ? append(site, files, id, `[x](${link}/#second-part)`, 'broken-link')
      : linkToNoPage(site, files, id, salt);
  },
  'address between quotation marks': (site, files, id, salt) =>
    append(site, files, id, `[x]("${site.link(id, other(id, salt))}")`, 'malformed-link'),
  'anchor of the second of two headings, of which one is left': (site, files, id, salt) =>
    append(site, files, id, `[x](${site.link(id, other(id, salt))}#second-part-1)`, 'broken-anchor'),
  'anchor that stands where the file was meant': (site, files, id, salt) =>
    append(site, files, id, `[x](#./part${salt}#second-part)`, 'broken-anchor'),
  'image in a folder that was renamed': (site, files, id, salt) =>
    append(site, files, id, `![x](${site.image(id).replace('logo', `pictures${salt}/logo`)})`, 'missing-file'),
  'link in an HTML element': (site, files, id, salt) =>
    append(
      site,
      files,
      id,
      `<a href="${site.link(id, 'guide/install').replace('install', `inst${salt}`)}">x</a>`,
      'broken-link',
    ),
  'anchor of another page': (site, files, id, salt) =>
    append(site, files, id, `[x](${site.link(id, other(id, salt))}#part-${salt})`, 'broken-anchor'),
  'anchor of the page itself': (site, files, id, salt) =>
    append(site, files, id, `[x](#part-${salt})`, 'broken-anchor'),
  'heading renamed under its links': (site, files, id) => ({
    ...replace(site, files, id, '## Second part', '## Another part', 'broken-anchor'),
    path: site.path(pageIds[(pageIds.indexOf(id) + 4) % pageIds.length] ?? 'index'),
  }),
  'image that does not exist': (site, files, id, salt) =>
    append(site, files, id, `![x](${site.image(id).replace('logo', `logo${salt}`)})`, 'missing-file'),
  'page removed under its links': (site, files, id) => {
    const gone = id === 'index' ? 'about' : id;
    const before = pageIds[(pageIds.indexOf(gone) + pageIds.length - 1) % pageIds.length] ?? 'index';
    const left = Object.fromEntries(Object.entries(files).filter(([path]) => path !== site.path(gone)));
    return { files: left, path: site.path(before), rules: ['broken-link', 'navigation-missing-page'] };
  },
  'navigation entry of no page': (site, files, id, salt) => {
    if (!site.hasNavigation) return append(site, files, id, `<img src="no-${salt}.png" alt="x" />`, 'missing-file');
    const settings = site.settings([...pageIds, `chapter${salt}`]);
    const path = Object.keys(settings).find((name) => settings[name] !== files[name]) ?? '';
    return { files: { ...files, ...settings }, path, rules: ['navigation-missing-page'] };
  },
  'frontmatter that is no YAML': (site, files, id, salt) =>
    replace(site, files, id, 'description: About', `description: [${salt}\nx: About`, 'frontmatter-syntax'),
  'code block that is never closed': (site, files, id) => append(site, files, id, '```js\nlet x;', 'unclosed-fence'),
  'syntax that does not parse': (site, files, id, salt) =>
    site.mdx
      ? append(site, files, id, [`<Broken${salt}`, `Text {a${salt} b} text`, `<div>x`][salt % 3] ?? '', 'mdx-syntax')
      : append(site, files, id, `[x](a%${salt % 10}z)`, 'malformed-link'),
  'component that nothing defines': (site, files, id, salt) =>
    site.mdx
      ? append(site, files, id, `<Unknown${salt} />`, 'unknown-component')
      : append(site, files, id, `<img src="no-${salt}.png" alt="x" />`, 'missing-file'),
  'conflict that git left': (site, files, id) =>
    append(site, files, id, '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main', 'conflict-marker'),
  'link without an address': (site, files, id) => append(site, files, id, 'See [it]().', 'empty-link'),
  'footnote that nothing defines': (site, files, id, salt) =>
    append(site, files, id, `A word.[^note${salt}]`, 'undefined-reference'),
  'name that nothing defines, on a page that defines others': (site, files, id, salt) =>
    append(
      site,
      files,
      id,
      `[the next][next], [the part][gone ${salt}]\n\n[next]: ${site.link(id, other(id, salt))}`,
      'undefined-reference',
    ),
  'way out of the pages and back by the name of their folder': (site, files, id, salt) =>
    site.framework === 'mkdocs'
      ? append(site, files, id, `[x](${'../'.repeat(id.split('/').length)}docs/about.md)`, 'broken-link')
      : linkToNoPage(site, files, id, salt),
  'address above the top of the host': (site, files, id, salt) =>
    ['mkdocs', 'sphinx-myst', 'markdown'].includes(site.framework)
      ? linkToNoPage(site, files, id, salt)
      : append(site, files, id, `[x](/../../gone${salt})`, 'broken-link'),
  'comment that is never closed': (site, files, id, salt) =>
    site.mdx ? linkToNoPage(site, files, id, salt) : append(site, files, id, '<!-- a comment', 'unclosed-comment'),
  'address in a bar that every page shows': (site, files, id, salt) => {
    const [from, to, rule] = site.bar?.(`/gone${salt}`) ?? [];
    const path = Object.keys(site.settings(pageIds)).find((name) => from !== undefined && files[name]?.includes(from));
    if (from === undefined || to === undefined || rule === undefined || path === undefined)
      return linkToNoPage(site, files, id, salt);
    return { files: { ...files, [path]: (files[path] ?? '').replace(from, () => to) }, path, rules: [rule] };
  },
  'address with the ending of a page': (site, files, id, salt) =>
    site.framework === 'mintlify'
      ? append(site, files, id, `[x](${site.link(id, other(id, salt)).replace(/\/$/u, '/index')}.mdx)`, 'broken-link')
      : linkToNoPage(site, files, id, salt),
  'import of a script that is not there': (site, files, id, salt) =>
    site.framework === 'vitepress'
      ? append(site, files, id, `<script setup>\nimport A from './gone${salt}.vue'\n</script>`, 'broken-import')
      : linkToNoPage(site, files, id, salt),
  'block that is never closed': (site, files, id, salt) => {
    const hasBlocks = ['docusaurus', 'starlight', 'vitepress'].includes(site.framework);
    return hasBlocks
      ? append(site, files, id, ':::tip\nText\n\n## Third part', 'unclosed-block')
      : linkToNoPage(site, files, id, salt);
  },
  'file shown that does not exist': (site, files, id) =>
    append(site, files, id, site.brokenInclude[0], site.brokenInclude[1]),
};
