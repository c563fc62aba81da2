/**
 * The script of a page: `<script defer src="https://docs-backend.example/t.js" data-project="...">`. One beacon per page
 * view, and one for each call of `docwright('signup')`. It sends no cookie, title or click, and only `utm_source`,
 * `utm_medium` and `utm_campaign` of the query.
 *
 * A view waits until the page is visible (a prerendered or background page may never be) and the address is stable (a
 * router often replaces an address it has just pushed). Closing the page sends a waiting view.
 *
 * Attributes: `data-project` (required), `data-endpoint` (default: `v1/collect` beside this script), `data-hash` (the
 * site routes by fragment: `/#/guide` counts as `/guide`), `data-respect-dnt` (send nothing for Do Not Track and Global
 * Privacy Control), `data-visitor-id="storage"` (tell visitors apart by a random id in localStorage).
 *
 * An error page whose status the browser does not know, such as a client-side route, declares it:
 * `<meta name="docwright-status" content="404">`.
 *
 * The beacon's format is `src/contract/beacon.ts`; `test/tracker.browser.test.ts` verifies that both match.
 */

interface Automation {
  _phantom?: unknown;
  __nightmare?: unknown;
  Cypress?: unknown;
}

((win: Window & Automation & Record<string, unknown>) => {
  const { document, history, location, navigator } = win;
  const script = (document.currentScript ?? document.querySelector('script[data-project]')) as HTMLScriptElement | null;
  const project = script?.dataset['project'];
  if (!script || !project) return;

  // A page that includes the script twice counts once.
  const marker = `docwright:${project}`;
  if (win[marker]) return;
  win[marker] = true;

  const options = script.dataset;
  const isOn = (option: string | undefined) => option !== undefined && option !== 'false';
  const refuses =
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl);
  if (isOn(options['respectDnt']) && refuses) return;

  const endpoint = new URL(options['endpoint'] ?? 'v1/collect', options['endpoint'] ? location.href : script.src).href;
  /** How long a router may replace an address that it just pushed, in milliseconds. */
  const settle = 100;

  const randomId = () =>
    Array.from(win.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

  const visitorId = () => {
    if (options['visitorId'] !== 'storage') return;
    try {
      return (win.localStorage['docwright-visitor'] ??= randomId()) as string;
    } catch {
      return; // Storage is disabled: the server identifies visitors without it.
    }
  };

  /** The status that an error page declares: `<meta name="docwright-status" content="404">`. */
  const declaredStatus = () =>
    Number(document.querySelector<HTMLMetaElement>('meta[name=docwright-status]')?.content) || undefined;

  /** HTTP status of the page load; 0 or absent if the browser does not reveal it. */
  const loadStatus = () => {
    const [load] = win.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return load && load.responseStatus > 0 ? load.responseStatus : undefined;
  };

  /** The query with only the campaign parameters. */
  const campaignQuery = () => {
    const all = new URLSearchParams(location.search);
    const kept = ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((name) => {
      const value = all.get(name)?.slice(0, 100);
      return value ? [`${name}=${encodeURIComponent(value)}`] : [];
    });
    return kept.length > 0 ? `?${kept.join('&')}` : '';
  };

  const currentPage = () => {
    const page = location.origin + location.pathname;
    const route = isOn(options['hash']) && location.hash.replace(/^#!?\/?/, '').replace(/[?#].*/, '');
    return route ? `${page.replace(/\/$/, '')}/${route}` : page;
  };

  let seen = false;
  let lastPage: string | undefined;
  let referrer = document.referrer.slice(0, 2048);
  let waiting: ReturnType<typeof setTimeout> | undefined;

  /** Sends text/plain, which needs no CORS preflight. Never throws, even if a blocker replaces `sendBeacon` or `fetch`. */
  const deliver = (body: string) => {
    try {
      if (navigator.sendBeacon(endpoint, body)) return;
    } catch {
      // Missing, or removed by an extension.
    }
    const request = { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' } as const;
    new Promise((resolve) => {
      resolve(fetch(endpoint, request));
    }).catch(() => undefined);
  };

  /** Reports a page view or, with `event`, a named event on the page. */
  const report = (page: {
    url: string;
    event?: string;
    referrer?: string | undefined;
    status?: number | undefined;
  }) => {
    const body = JSON.stringify({
      project,
      id: randomId(),
      ...page,
      visitorId: visitorId(),
      hints: [
        navigator.webdriver && 'webdriver',
        win._phantom && 'phantom',
        win.__nightmare && 'nightmare',
        win.Cypress && 'cypress',
      ].filter(Boolean),
    });
    deliver(body);
  };

  const send = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const page = currentPage();
    if (page === lastPage) return;
    // Routes inside the application have no status of their own.
    const status = declaredStatus() ?? (lastPage ? undefined : loadStatus());
    report({ url: page + campaignQuery(), referrer: referrer || undefined, status });
    lastPage = referrer = page;
  };

  const flush = () => {
    if (waiting) send();
  };

  const schedule = () => {
    if (seen) waiting ??= setTimeout(send, settle);
  };

  const start = () => {
    if (seen || document.visibilityState === 'hidden') return;
    seen = true;
    schedule();
  };

  // A pushed entry is a new view, so send the waiting one. A replaced entry is the same view.
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history);
    history[method] = (...state) => {
      if (method === 'pushState') flush();
      original(...state);
      schedule();
    };
  }
  // Send the view before its event.
  win['docwright'] = (event: unknown) => {
    flush();
    if (typeof event === 'string' && event) report({ url: currentPage(), event: event.slice(0, 100) });
  };
  win.addEventListener('popstate', schedule);
  win.addEventListener('hashchange', schedule);
  win.addEventListener('pagehide', flush);
  win.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return; // From the back-forward cache: a new view without a referrer.
    lastPage = undefined;
    referrer = '';
    schedule();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
    else start();
  });
  document.addEventListener('prerenderingchange', start);
  start();
})(window as never);
