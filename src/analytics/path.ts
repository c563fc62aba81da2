/** Longest path that is kept, in UTF-16 code units after normalisation. */
export const longestPath = 2048;

/** What a tidy path consists of; anything else takes the slower way. */
const tidy = /^\/[a-zA-Z0-9_~!$&'()*+,;=:@/-]*$/;

/**
 * The one name of a page, so that `/guide`, `/guide/`, `/guide.md`, `/guide/index.html?x#y` and
 * `https://docs.example/guide` share a row. Percent-decoded (bytes that are not UTF-8 stay encoded), Unicode NFC, query
 * and fragment off, repeated slashes and dot segments resolved, then `.md`, `.mdx`, `.html`, `index` and trailing
 * slashes off. `basePath` (such as `/docs`) is taken off where the path lies below it. Letter case is kept.
 *
 * Total: never throws, always returns a path that starts with `/`.
 */
export function normalisePath(url: string, basePath = ''): string {
  let path = pathOf(url);
  if (!tidy.test(path)) path = decode(path);
  if (path.includes('//') || path.includes('/.')) path = resolveSegments(path);
  path = stripPageSuffix(path);
  if (basePath !== '' && path.startsWith(basePath)) {
    if (path.length === basePath.length) return '/';
    if (path.charCodeAt(basePath.length) === 47) return path.slice(basePath.length);
  }
  return path;
}

/** The path of a request target or URL, still encoded, without query and fragment. */
export function pathOf(url: string): string {
  let start = 0;
  if (url.charCodeAt(0) !== 47) {
    const scheme = url.indexOf('://');
    if (scheme < 0) start = -1;
    else {
      start = endOfHost(url, scheme + 3);
      if (url.charCodeAt(start) !== 47) return '/';
    }
  }
  let end = url.length;
  for (let index = Math.max(start, 0); index < url.length; index += 1) {
    const code = url.charCodeAt(index);
    if (code === 63 || code === 35) {
      end = index;
      break;
    }
  }
  return start < 0 ? `/${url.slice(0, end)}` : url.slice(start, end);
}

/** Where the host that begins at `start` ends: at the path, the query or the fragment, or the end of the URL. */
export function endOfHost(url: string, start: number): number {
  for (let index = start; index < url.length; index += 1) {
    const code = url.charCodeAt(index);
    if (code === 47 || code === 63 || code === 35) return index;
  }
  return url.length;
}

const encodedRun = /(?:%[0-9a-fA-F]{2})+/g;

function decode(path: string): string {
  const decoded = path.includes('%') ? path.replace(encodedRun, decodeRun) : path;
  return decoded.normalize('NFC');
}

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.toUpperCase();
  }
}

function resolveSegments(path: string): string {
  const resolved: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') resolved.pop();
    else resolved.push(segment);
  }
  return `/${resolved.join('/')}`;
}

/** Strips until nothing is left to strip, so that a name has one form: `/a/index.md/` and `/a` are the same page. */
function stripPageSuffix(path: string): string {
  let current = path;
  for (;;) {
    let end = current.length;
    while (end > 1 && current.charCodeAt(end - 1) === 47) end -= 1;
    if (current.startsWith('.md', end - 3)) end -= 3;
    else if (current.startsWith('.mdx', end - 4)) end -= 4;
    else if (current.startsWith('.html', end - 5)) end -= 5;
    if (current.startsWith('/index', end - 6)) end -= 5;
    if (end === current.length || end <= 0) return current === '' ? '/' : current;
    current = current.slice(0, end);
  }
}
