/** Longer pages are data, or the output of a program. */
const longest = 400_000;
/** What stands at the beginning of a file tells what made it. */
const beginning = 6_000;
const end = 1_500;

/** A whole page, and no part of one. */
const isWhole = /<!doctype\s+html\b|<html[\s>]|<head[\s>]|<title[\s>]/iu;

/** Programs in which people write or tidy a page by hand; others that call themselves generators make it of something else. */
const editors = new RegExp(
  [
    String.raw`front\s?page|dreamweaver|golive|mozilla|netscape|kompozer|nvu|seamonkey|composer|bluegriffon|bluefish|tidy|notepad|vim`,
    'emacs|amaya|homesite|hotdog|arachnophilia|quanta|visual studio|webstorm|sublime|textmate|textpad|editplus|html-kit|pagemill',
    'namo|claris|bbedit',
  ].join('|'),
  'iu',
);
const saysGenerator = /<meta\b[^<>]{0,300}\bname=["']?(?:generator|progid)\b[^<>]{0,300}>/iu;

/** What programs write into comments. */
const saysMade =
  /\b(?:generated|converted|produced|exported) (?:by|with|from|using|on|at)\b|\bcreated (?:by|with|using)\b|\bauto-?(?:matically )?generated\b|\bdo not edit\b|\bsaved from\b|\bmirrored from\b/iu;
const comment = /<!--[^<>]{0,400}-->/gu;
/** Names of such programs. */
const programsThatWrite = [
  'latex2html|tex4ht|texi2html|makeinfo|pandoc|hevea|httrack|javadoc|doxygen|rustdoc|typedoc|jsdoc|pdoc|sphinx|yard|rdoc',
  'phpdocumentor|istanbul|jacoco|lcov|htmlcov|storybook|wordpress|gatsby|docusaurus|vitepress|mkdocs|readthedocs|quarto',
  'rmarkdown|pkgdown|bookdown|hugo|jekyll|hexo|astro',
].join('|');
const inHead = new RegExp(String.raw`\b(?:${programsThatWrite})\b|coverage report`, 'iu');
const below = new RegExp(
  String.raw`\b(?:generated|converted|produced|created|built|made|powered) (?:by|with|from|using)\b[^.;,]{0,60}\b(?:${programsThatWrite})\b`,
  'iu',
);
/** What they leave in the page. */
const traces = new RegExp(
  [
    String.raw`urn:schemas-microsoft|class="?mso|\bdocutils\b|wp-content|wixstatic|squarespace|data-wf-page|_next/static`,
    String.raw`data-reactroot|ng-version|data-server-rendered|__NUXT__|data-astro|\bsvelte-|documentation_options|_static/|sphinx_rtd`,
  ].join('|'),
  'iu',
);

/** Signs of template languages, in which a program fills in what the page is to show. */
const ofTemplate =
  /\{\{|\{%|<%|<\?(?!xml\b)|\{#\w|\$\{|%[A-Z_]{3,}%|__[A-Z]{3,}__|@(?:extends|include|section|yield|model|Html|Url|RenderBody)\b|<(?!svg:|math:)\w+:\w/u;
/** The same in attributes. */
const filledIn =
  /\s(?:th:\w+|v-(?:bind|if|for|on|html|model|text)[:=]|(?:data-)?ng-\w+|wire:\w+|\*ng\w+|\[\w+\]|\(\w+\)|:(?:href|src|class|key)|@click|tal:\w+|py:\w+)\s?=/u;

/** Where a bundler or a server puts what it makes of the page, or a program that shows others in it. */
const ofApp =
  /<div\b[^<>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|app-root)\b|<app-root|<script\b[^<>]{0,300}\bsrc=["']?[^"'<>]{0,200}(?:\.(?:tsx?|jsx|vue)\b|\/@vite\/|cordova\.js|docsify|redoc|swagger-ui)/iu;

/** A part that the host puts in: https://httpd.apache.org/docs/2.4/howto/ssi.html and https://www.php.net/manual/en/function.include.php */
const partOfPage =
  /<!--#include\s[^<>]{1,200}-->|<\?(?:php)?\s+(?:include|require)(?:_once)?(?:\s*\(\s*|\s+)["'][^"'<>]{1,200}["'][\s);]{0,6}\?>/giu;

/** True for a page to which the host adds others. */
export function hasParts(source: string): boolean {
  return source.search(partOfPage) !== -1;
}

/** True for a page of HTML as people write it, and a host serves it as it is. */
export function isHandWritten(source: string): boolean {
  if (source.length > longest) return false;
  const written = source.replaceAll(partOfPage, '');
  const start = written.slice(0, beginning);
  // A part that the host puts in may be what makes a whole page of it.
  const isPage = isWhole.test(start) || written.length < source.length;
  if (/^\uFEFF?---\s*\n/u.test(start) || !isPage) return false;
  const generator = saysGenerator.exec(start)?.[0];
  if ((generator !== undefined && !editors.test(generator)) || isMade(written)) return false;
  const shown = withoutPrograms(written);
  return !ofTemplate.test(shown) && !filledIn.test(shown) && !ofApp.test(source);
}

function isMade(source: string): boolean {
  const start = source.slice(0, beginning);
  const body = start.search(/<body\b/iu);
  if (traces.test(start) || inHead.test(body === -1 ? '' : start.slice(0, body))) return true;
  const last = source.slice(-end);
  if (below.test(last)) return true;
  return [start, last].some((part) => (part.match(comment) ?? []).some((words) => saysMade.test(words)));
}

const programs = [
  ['<script', '</script'],
  ['<style', '</style'],
  ['<!--', '-->'],
] as const;

/** What a browser takes for no text of the page; where nothing ends it, it goes on to the end. */
function withoutPrograms(source: string): string {
  let shown = source;
  for (const [opens, closes] of programs) {
    const lower = shown.toLowerCase();
    const kept: string[] = [];
    let at = 0;
    for (let start = lower.indexOf(opens); start !== -1; start = lower.indexOf(opens, at)) {
      const end = lower.indexOf(closes, start);
      kept.push(shown.slice(at, start));
      at = end === -1 ? shown.length : end;
    }
    shown = kept.join('') + shown.slice(at);
  }
  return shown;
}
