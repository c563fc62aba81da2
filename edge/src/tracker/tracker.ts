/**
 * The script of a page: `<script defer src="https://docs-backend.example/t.js" data-project="...">`. One beacon per page
 * view, and one for each `docwright('signup')` that the page calls; nothing else: no cookie, no title, no click, and of
 * the query only `utm_source`, `utm_medium` and `utm_campaign`.
 *
 * A view waits for the page to be seen (a prerendered or background page may never be) and for the address to settle (a
 * router often replaces the address it has just pushed); closing the page sends what still waits.
 *
 * Attributes: `data-project` (required), `data-endpoint` (default: `v1/collect` beside this script), `data-hash` (the
 * site routes by fragment: `/#/guide` counts as `/guide`), `data-respect-dnt` (send nothing for Do Not Track and Global
 * Privacy Control), `data-visitor-id="storage"` (tell visitors apart by a random id in localStorage).
 *
 * An error page that the browser cannot tell from others, such as a route inside the application, says so itself:
 * `<meta name="docwright-status" content="404">`.
 *
 * What is sent is `src/contract/beacon.ts` of the server; `test/tracker.browser.test.ts` holds the two together.
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
  /** Milliseconds in which a router may still replace the address that it pushed. */
  const settle = 100;

  const randomId = () =>
    Array.from(win.crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

  const visitorId = () => {
    if (options['visitorId'] !== 'storage') return;
    try {
      return (win.localStorage['docwright-visitor'] ??= randomId()) as string;
    } catch {
      return; // Storage is switched off: the server tells visitors apart without it.
    }
  };

  /** What an error page says of itself: `<meta name="docwright-status" content="404">`. */
  const saidStatus = () =>
    Number(document.querySelector<HTMLMetaElement>('meta[name=docwright-status]')?.content) || undefined;

  /** HTTP status of the page load, so that an error page is no view; 0 or absent where the browser does not tell. */
  const loadStatus = () => {
    const [load] = win.performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return load && load.responseStatus > 0 ? load.responseStatus : undefined;
  };

  /** What campaigns are known by, as it stands in the address. */
  const tags = () => {
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

  /** A plain string goes out as text/plain, which needs no CORS preflight. Never throws: blockers replace both ways. */
  const deliver = (body: string) => {
    try {
      if (navigator.sendBeacon(endpoint, body)) return;
    } catch {
      // Not there or taken away by an extension.
    }
    const request = { method: 'POST', body, keepalive: true, mode: 'no-cors', credentials: 'omit' } as const;
    new Promise((resolve) => {
      resolve(fetch(endpoint, request));
    }).catch(() => undefined);
  };

  /** What a beacon says of a page or, where it has a name, of what happened on it. */
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
    const status = saidStatus() ?? (lastPage ? undefined : loadStatus());
    report({ url: page + tags(), referrer: referrer || undefined, status });
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

  // A new history entry is a new view, so the one that waits is complete; a replaced entry is still the same view.
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history);
    history[method] = (...state) => {
      if (method === 'pushState') flush();
      original(...state);
      schedule();
    };
  }
  // A view comes before what happens on it.
  win['docwright'] = (event: unknown) => {
    flush();
    if (typeof event === 'string' && event) report({ url: currentPage(), event: event.slice(0, 100) });
  };
  win.addEventListener('popstate', schedule);
  win.addEventListener('hashchange', schedule);
  win.addEventListener('pagehide', flush);
  win.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return; // Otherwise: back from the back-forward cache, read once more, and nobody referred.
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
