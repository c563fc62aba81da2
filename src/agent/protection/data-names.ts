/**
 * Settings under which every generator that we know has navigation, redirects or words only. Not `footer` or `banner`,
 * which a bundler writes into its output.
 */
const dataNames = new Set([
  ...['nav', 'navbar', 'navigation', 'sidebar', 'sidebars', 'toc', 'menu', 'menus', 'tabs'],
  ...['redirects', 'redirect_maps'],
  ...['title', 'site_name', 'tagline', 'description', 'site_description', 'not_in_nav', 'exclude_docs'],
]);

export function isDataName(name: string): boolean {
  return dataNames.has(name);
}

/** Whether a variable or function by its name makes such settings, as in `const guideSidebar = [...]`. */
export function namesData(name: string): boolean {
  return (
    /(?:nav|navbar|navigation|sidebars?|toc|menus?|redirects?)$/i.test(name) || /^(?:nav|sidebar)[A-Z_\d]/.test(name)
  );
}

/** An address that stands for all pages of a host, as the source of a redirect does that leads everybody away. */
const ofWholeHost = /^(?:https?:\/\/[^/]*)?\^?\/(?:\.\*|[*:([{\\])/i;

/** Words that a site shows as they are, or an address: no markup, no script that a browser would run, no whole host. */
export function isPlain(text: string): boolean {
  // Browsers take white space and control characters out of the name of a scheme.
  // eslint-disable-next-line no-control-regex -- they are what is taken out
  const bare = text.replace(/[\u0000-\u0020]/g, '');
  const isActive = text.includes('<') || text.includes('{{') || /^(?:javascript|data|vbscript):/i.test(bare);
  return !isActive && !ofWholeHost.test(bare);
}

/** Whether a line of a list of redirects leads from single pages to others of the same host, and answers with nothing else. */
export function isRedirectWithinHost(line: string): boolean {
  const words = line.split(/[\s"'`,[\]{}]+/);
  return (
    !line.includes('\\') &&
    !words.some((word) => /^\W*(?:[a-z][a-z\d+.-]*:)?\/\//i.test(word) || ofWholeHost.test(word)) &&
    !/\s[245]\d\d!?\s*$/.test(line.trimEnd())
  );
}

/** Whether every text is `allowed` that did not stand before. */
export function addsOnly(
  allowed: (text: string) => boolean,
  before: readonly string[],
  after: readonly string[],
): boolean {
  const previousNames = new Set(before);
  return after.every((text) => previousNames.has(text) || allowed(text));
}

/** Names that change what an object is, in place of what it holds. */
export function isReservedName(name: string): boolean {
  return ['__proto__', 'constructor', 'prototype'].includes(name);
}
