import type { HttpApp } from '../http/create-http-app.ts';
import { markup, type Markup } from '../http/reference/page-layout.ts';
import type { Recipients } from './recipients.ts';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The address is the only proof that is asked for.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/**
 * Adds where the link in a mail leads. Opening it changes nothing, since programs open links, too: a person presses the button, and
 * mail programs send the same POST for their own (RFC 8058).
 */
export function addUnsubscribeRoutes(app: HttpApp, { recipients }: { recipients: Recipients }): void {
  app.get('/unsubscribe/:token', async (context) => {
    const recipient = await recipients.ofLink(context.req.param('token'));
    if (recipient === undefined) return context.body(page('Nothing to do', gone), 404, headers);
    const { address, project } = recipient;
    const question = markup`<p>${address} gets the weekly analytics of ${project}.</p>
<form method="post"><button>Unsubscribe</button></form>`;
    return context.body(page('Weekly mail', question), 200, headers);
  });
  app.post('/unsubscribe/:token', async (context) => {
    await recipients.unsubscribe(context.req.param('token'));
    return context.body(
      page('Unsubscribed', markup`<p>You will get no more weekly mails of this project.</p>`),
      200,
      headers,
    );
  });
}

const gone = markup`<p>This address no longer gets the weekly mail.</p>`;

function page(title: string, content: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`.toString();
}
