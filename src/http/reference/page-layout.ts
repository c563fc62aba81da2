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

/** That of the dashboard, whose file may not be built. */
const logo = raw(
  '<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4338ca"/><path d="M9 8h7.5a8 8 0 0 1 0 16H9V8Z" fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round"/><path d="M13 16h5" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>',
);

/** The parts of the documentation that the server shows; each leads to the other. */
const parts = {
  reference: { name: 'API reference', address: '/docs', navigation: 'Operations', other: 'guide' },
  guide: { name: 'Guide', address: '/guide', navigation: 'Pages', other: 'reference' },
} as const;

export function pageLayout({
  title,
  part = 'reference',
  navigation,
  content,
}: {
  title: string;
  part?: keyof typeof parts;
  navigation?: Markup;
  content: Markup;
}): Markup {
  const { name, address, navigation: label, other: otherPart } = parts[part];
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script src="/docs/theme.js"></script>
<script src="/docs/reading.js" defer></script>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body class="${part}">
<a class="skip" href="#content">Skip to content</a>
<header><a class="brand" href="${address}">${logo}Docwright <span>${name}</span></a><a href="${parts[otherPart].address}">${parts[otherPart].name}</a><a href="/">Dashboard</a></header>
<div class="${navigation === undefined ? 'single' : 'columns'}">
${navigation === undefined ? raw('') : markup`<nav aria-label="${label}"><details class="contents"><summary>Contents and search</summary>${navigation}</details></nav>`}
<main id="content">${content}</main>
</div>
</body>
</html>`;
}

/** Nothing runs but the choice of the theme, copy buttons and the search, nothing is loaded from elsewhere, nobody may frame it. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;
