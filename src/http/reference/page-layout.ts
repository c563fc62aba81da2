import { html, raw } from 'hono/html';

/** Text that is safe inside HTML. */
export type Markup = ReturnType<typeof raw>;

/** Joins pieces of markup. */
export function join(pieces: readonly Markup[]): Markup {
  return raw(pieces.join(''));
}

/** Markup from a template; values are escaped. Nothing in it is asynchronous. */
export function markup(strings: TemplateStringsArray, ...values: unknown[]): Markup {
  return html(strings, ...values) as Markup;
}

/** Paragraphs and `code`, which is all that our descriptions use. */
export function prose(text: string | undefined): Markup {
  if (text === undefined) return raw('');
  return join(text.split(/\n{2,}/).map((paragraph) => markup`<p>${inline(paragraph)}</p>`));
}

export function inline(text: string): Markup {
  return join(text.split('`').map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : markup`${part}`)));
}

export function pageLayout({
  title,
  navigation,
  content,
}: {
  title: string;
  navigation?: Markup;
  content: Markup;
}): Markup {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="/docs">Docwright <span>API reference</span></a><a href="/openapi.json">openapi.json</a></header>
<div class="${navigation === undefined ? 'single' : 'columns'}">
${navigation === undefined ? raw('') : markup`<nav aria-label="Operations">${navigation}</nav>`}
<main id="content">${content}</main>
</div>
</body>
</html>`;
}

/** Nothing runs, nothing is loaded from elsewhere, nobody may frame it. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;
