import { html } from 'hono/html';

type Markup = ReturnType<typeof html>;

/** The frame of every page: no script, no inline style. `stylesheet` is the URL of `pull-requests.css`. */
export function pageLayout({
  title,
  stylesheet,
  content,
}: {
  title: string;
  stylesheet: string;
  content: Markup;
}): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        ${content}
      </body>
    </html>`;
}

/** A date as people and machines read it, always UTC. */
export function dateTime(iso: string): Markup {
  const utc = new Date(iso).toISOString();
  return html`<time datetime="${utc}">${utc.slice(0, 10)} ${utc.slice(11, 16)} UTC</time>`;
}

export function stateBadge({ state, draft }: { state: 'open' | 'closed' | 'merged'; draft: boolean }): Markup {
  const look = state === 'open' && draft ? 'draft' : state;
  const label = { open: 'Open', closed: 'Closed', merged: 'Merged', draft: 'Draft' }[look];
  return html`<span class="badge ${look}">${label}</span>`;
}
