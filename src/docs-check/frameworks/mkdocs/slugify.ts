import { numberedSlugs } from '../../site/slugs.ts';

type MakeSlug = (text: string, separator: string) => string;

/** `slugify` of Python-Markdown's `toc`: ASCII only. https://python-markdown.github.io/extensions/toc/ */
const pythonMarkdown: MakeSlug = (text, separator) =>
  pythonUnicode(text.normalize('NFKD').replace(/[^ -~\s]/gu, ''), separator);

/** `slugify_unicode` of the same, and `pymdownx.slugs.slugify(case="lower")`. */
const pythonUnicode: MakeSlug = (text, separator) =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/gu, separator);

/** pymdownx keeps runs of separators: `a - b` becomes `a---b`. https://facelessuser.github.io/pymdown-extensions/extras/slugs/ */
const pymdownx: MakeSlug = (text, separator) =>
  text
    .normalize('NFC')
    .replace(/<[^>]*>/gu, '')
    .replace(/[^\p{L}\p{N}\p{M}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s/gu, separator);

export function mkdocsSlugs(kind: 'ascii' | 'unicode' | 'pymdownx', separator: string) {
  const make = { ascii: pythonMarkdown, unicode: pythonUnicode, pymdownx }[kind];
  return numberedSlugs((text) => make(text, separator), '_', 1);
}
