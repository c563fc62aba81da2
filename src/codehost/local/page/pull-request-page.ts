import { html } from 'hono/html';
import type { PullRequestView } from '../local-pull-requests.ts';
import { diffView } from './diff-view.ts';
import type { HighlightLines } from './highlight-lines.ts';
import { dateTime, pageLayout, stateBadge } from './page-layout.ts';
import type { DiffFile } from './parse-diff.ts';
import { renderMarkdown } from './render-markdown.ts';
import { revealHidden } from './reveal-hidden.ts';

type Markup = ReturnType<typeof html>;

export interface PullRequestPage {
  readonly repositoryName: string;
  /** Where the rest of the project is. */
  readonly home: string;
  /** URL of the list of pull requests. */
  readonly base: string;
  readonly stylesheet: string;
  readonly view: PullRequestView;
  readonly files: readonly DiffFile[];
  readonly highlight: HighlightLines;
  readonly csrfToken: string;
  /** What went wrong with what the person just asked for. */
  readonly problem: { readonly title: string; readonly message: string; readonly remedy: string } | undefined;
}

export function pullRequestPage(page: PullRequestPage): Markup {
  const { view, home, base, stylesheet, repositoryName, files, problem } = page;
  const { record, commits } = view;
  const title = revealHidden(record.title);
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const content = html`<main id="content">
    <header class="page-head">
      <p class="crumbs"><a href="${home}">Docwright</a> · <a href="${base}">${repositoryName} · Pull requests</a></p>
      <h1>${title} <span class="quiet">#${record.number}</span></h1>
      <p class="facts">
        ${stateBadge(record)}
        <span><code>${record.headBranch}</code> into <code>${record.baseBranch}</code></span>
        <span>opened ${dateTime(record.createdAt)}</span>
      </p>
    </header>
    ${
      problem === undefined
        ? ''
        : html`<div class="problem" role="alert">
            <strong>${problem.title}.</strong> ${problem.message}
            <p>${problem.remedy}</p>
          </div>`
    }
    <section class="card body" aria-label="Description">
      ${record.body.trim() === '' ? html`<p class="empty">No description.</p>` : renderMarkdown(record.body)}
    </section>
    ${decision(page)}
    <section aria-label="Commits">
      <h2>Commits <span class="count">${commits.length}</span></h2>
      <ul class="rows commits">
        ${commits.map(
          (commit) =>
            html`<li>
              <code>${commit.sha.slice(0, 8)}</code>
              <span>${revealHidden(commit.subject)}</span>
              <span class="quiet">${revealHidden(commit.author)}, ${dateTime(commit.date)}</span>
            </li>`,
        )}
      </ul>
    </section>
    <section aria-label="Changes">
      <h2>
        Changes <span class="count">${files.length} ${files.length === 1 ? 'file' : 'files'}</span>
        <span class="plus">+${added}</span> <span class="minus">−${removed}</span>
        <a class="plain" href="${base}/${record.number}/diff">Plain diff</a>
      </h2>
      ${files.length === 0 ? html`<p class="empty">No file differs from the base branch.</p>` : diffView(files, page.highlight)}
    </section>
  </main>`;
  return pageLayout({ title: `${title} · #${record.number} · ${repositoryName}`, stylesheet, content });
}

function decision({ view, base, csrfToken }: PullRequestPage): Markup {
  const { record, headSha } = view;
  const form = (action: string, label: string, look: string): Markup =>
    html`<form method="post" action="${base}/${record.number}/${action}">
      <input type="hidden" name="csrf" value="${csrfToken}" />
      <input type="hidden" name="head" value="${headSha}" />
      <button class="${look}" type="submit">${label}</button>
    </form>`;
  if (record.state === 'merged') {
    return html`<section class="card decision merged" aria-label="Decision">
      <p>Merged into <code>${record.baseBranch}</code> on ${dateTime(record.updatedAt)}.</p>
    </section>`;
  }
  if (record.state === 'closed') {
    return html`<section class="card decision" aria-label="Decision">
      <p>Closed without merging on ${dateTime(record.updatedAt)}.</p>
      ${form('reopen', 'Reopen', 'secondary')}
    </section>`;
  }
  return html`<section class="card decision" aria-label="Decision">
    <p>
      ${record.draft ? html`This is a draft: read the description for what is unfinished. ` : ''}Merging adds these
      changes to
      <code>${record.baseBranch}</code>.
    </p>
    ${form('merge', 'Merge', 'primary')} ${form('close', 'Close', 'secondary')}
  </section>`;
}
