import { html } from 'hono/html';
import type { PullRequestRecord } from '../pull-request-records.ts';
import { dateTime, pageLayout, stateBadge } from './page-layout.ts';
import { revealHidden } from './reveal-hidden.ts';

interface ListPage {
  readonly repositoryName: string;
  /** Where the rest of the project is. */
  readonly home: string;
  /** URL of this page; a pull request lies at `<base>/<number>`. */
  readonly base: string;
  readonly stylesheet: string;
  readonly records: readonly PullRequestRecord[];
}

export function pullRequestListPage({
  repositoryName,
  home,
  base,
  stylesheet,
  records,
}: ListPage): ReturnType<typeof html> {
  const open = records.filter(({ state }) => state === 'open');
  const done = records.filter(({ state }) => state !== 'open');
  const section = (title: string, some: readonly PullRequestRecord[], none: string): ReturnType<typeof html> =>
    html`<section aria-label="${title}">
      <h2>${title} <span class="count">${some.length}</span></h2>
      ${
        some.length === 0
          ? html`<p class="empty">${none}</p>`
          : html`<ul class="rows">
              ${some.map(
                (record) =>
                  html`<li>
                    ${stateBadge(record)}
                    <div>
                      <a class="row-title" href="${base}/${record.number}">${revealHidden(record.title)}</a>
                      <p class="quiet">
                        #${record.number} from <code>${record.headBranch}</code>, ${dateTime(record.updatedAt)}
                      </p>
                    </div>
                  </li>`,
              )}
            </ul>`
      }
    </section>`;
  const content = html`<main id="content" class="narrow">
    <header class="page-head">
      <p class="crumbs"><a href="${home}">Docwright</a> · ${repositoryName}</p>
      <h1>Pull requests</h1>
    </header>
    ${section('Open', open, 'Nothing waits for review.')} ${section('Merged and closed', done, 'Nothing yet.')}
  </main>`;
  return pageLayout({ title: `Pull requests · ${repositoryName}`, stylesheet, content });
}
