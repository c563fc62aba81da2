/**
 * Settings by which programs name the language of a site, those for its default among several first: `defaultLocale`
 * (Docusaurus, Starlight, Next), `defaultContentLanguage` and `languageCode` (Hugo), `language` (MkDocs themes, Sphinx,
 * mdBook), `lang` and `locale` (VitePress, Jekyll, Quarto, Starlight's root).
 */
const settings = ['defaultLocale', 'defaultContentLanguage', 'languageCode', 'language', 'lang', 'locale'];
const code = '[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}';
const patterns = settings.map(
  (name) =>
    new RegExp(
      `^[^\\n#/]{0,200}?(?<![\\w.-])["']?${name}["']?\\s{0,20}[:=]\\s{0,20}["']?(${code})["']?\\s{0,20}(?:[,;}#]|$)`,
      'mu',
    ),
);
/** Mintlify lists its languages; the one that it starts with is marked, or the first. */
const listed = new RegExp(`"language"\\s{0,20}:\\s{0,20}"(${code})"`, 'u');
const marked = new RegExp(
  `"language"\\s{0,20}:\\s{0,20}"(${code})"[^{}\\[\\]]{0,500}"default"\\s{0,20}:\\s{0,20}true`,
  'u',
);

/** Longest settings that are looked into, in characters. */
const longest = 200_000;

/** The code of the language that a site's settings name as its own, such as `de` or `pt-BR`; undefined where they name none. */
export function siteLanguage(path: string, text: string): string | undefined {
  const read = text.slice(0, longest);
  if (path.endsWith('.json')) return marked.exec(read)?.[1] ?? listed.exec(read)?.[1];
  for (const pattern of patterns) {
    const found = pattern.exec(read)?.[1];
    if (found !== undefined && found !== 'root') return found;
  }
  return undefined;
}
