import { raw } from 'hono/html';
import { join, markup, pageLayout, type Markup } from '../http/reference/page-layout.ts';
import { addressOf, addressOfPage, type Guide, type GuidePage } from './read-guide.ts';
import { renderMarkdown } from './render-markdown.ts';
import { searchGuide, titleOf } from './search-guide.ts';

/** One page, with the way to every other. */
export function guidePage(guide: Guide, page: GuidePage): Markup {
  const linkTo = (url: string) => addressOf(guide, page, url);
  const sections = page.sections.map(({ depth, id, heading, nodes }) => {
    const text = renderMarkdown(heading, linkTo);
    const body = renderMarkdown(nodes, linkTo);
    if (depth === 1) return markup`<h1>${text}</h1>${page === guide.contents ? searchForm() : raw('')}${body}`;
    const level = raw(`h${depth}`);
    return markup`<${level} id="${id}"><a href="#${id}">${text}</a></${level}>${body}`;
  });
  return layout(guide, {
    title: page.title,
    current: page,
    content: markup`${join(sections)}${neighbours(guide, page)}`,
  });
}

export function searchPage(guide: Guide, question: string): Markup {
  const results = searchGuide(guide, question);
  const rows = results.map((result) => {
    const { address, excerpt } = result;
    const pieces = excerpt.map((piece, index) => (index % 2 === 1 ? markup`<mark>${piece}</mark>` : markup`${piece}`));
    return markup`<li><a href="${address}">${titleOf(result)}</a><p>${join(pieces)}</p></li>`;
  });
  const answer =
    question.trim() === '' ? '' : results.length === 0 ? 'No results. Try fewer words.' : `${results.length} found`;
  return layout(guide, {
    title: 'Search the guide',
    content: markup`<h1>Search the guide</h1>${searchForm(question)}<p role="status">${answer}</p><ol class="found">${join(rows)}</ol>`,
  });
}

export function missingPage(guide: Guide, name: string): Markup {
  return layout(guide, {
    title: 'No such page',
    content: markup`<h1>No such page</h1><p>The guide has no page “${name.slice(0, 100)}”. Here are <a href="/guide">all pages</a>, or search:</p>${searchForm()}`,
  });
}

interface View {
  readonly title: string;
  readonly current?: GuidePage;
  readonly content: Markup;
}

function layout(guide: Guide, { title, current, content }: View): Markup {
  const groups = guide.groups.map(
    (group) =>
      markup`<h2>${group.title}</h2><ul>${join(group.pages.map((page) => navigationEntry(page, page === current)))}</ul>`,
  );
  return pageLayout({
    title: current === guide.contents ? title : `${title} - Docwright guide`,
    part: 'guide',
    // Pages that show the form themselves have it once.
    navigation: markup`${current === undefined || current === guide.contents ? raw('') : searchForm()}${join(groups)}`,
    content,
  });
}

function navigationEntry(page: GuidePage, isCurrent: boolean): Markup {
  const link = (current: Markup) => markup`<a href="${addressOfPage(page)}"${current}>${page.title}</a>`;
  if (!isCurrent) return markup`<li>${link(raw(''))}</li>`;
  const parts = page.sections
    .filter(({ depth }) => depth === 2)
    .map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`);
  return markup`<li>${link(raw(' aria-current="page"'))}${parts.length === 0 ? raw('') : markup`<ul>${join(parts)}</ul>`}</li>`;
}

function searchForm(question = ''): Markup {
  return markup`<form class="search" role="search" action="/guide/search"><input type="search" name="q" value="${question}" placeholder="Search the guide" aria-label="Search the guide" required><button>Search</button></form>`;
}

/** Previous and next page in reading order. */
function neighbours({ pages, contents }: Guide, page: GuidePage): Markup {
  const index = pages.indexOf(page);
  const link = (neighbour: GuidePage | undefined, label: string, rel: string) =>
    neighbour === undefined
      ? markup`<span></span>`
      : markup`<a rel="${rel}" href="${addressOfPage(neighbour)}"><span>${label}</span> ${neighbour.title}</a>`;
  return markup`<nav class="neighbours" aria-label="Previous and next page">${link(page === contents ? undefined : pages[index - 1], 'Previous', 'prev')}${link(pages[index + 1], 'Next', 'next')}</nav>`;
}
