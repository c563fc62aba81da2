/** What an address follows: in Markdown, in a definition of one, in HTML and components, in navigation and redirects. */
const beginnings = [
  /\]\([ \t]*<?([^ \t)>]+)/g,
  /^[ \t>*-]*\[[^\]]+\]:[ \t]*<?([^ \t>]+)/g,
  /\b(?:href|src|to|url|link|destination|source)["']?[ \t]*[=:][ \t]*\{?["'`]([^"'`]+)/gi,
  // Of pages, as navigations list them.
  /["']([^"' \t]*\/[^"' \t]*)/g,
  /^[ \t]*-[ \t]+(?![ \t])(?:[^:]+:[ \t]+(?![ \t]))?([^ \t]+\.mdx?)/g,
];

interface Span {
  readonly start: number;
  readonly end: number;
}

/** How many of the places, in bytes of the line and in their order, touch the address of a link, a picture or a redirect. */
export function countInAddresses(line: string, places: readonly Span[]): number {
  // A character for each byte.
  const bytes = Buffer.from(line).toString('latin1');
  const touched = new Set<Span>();
  for (const beginning of beginnings) {
    let index = 0;
    for (const match of bytes.matchAll(beginning)) {
      const end = match.index + match[0].length;
      const start = end - (match[1]?.length ?? 0);
      for (let place = places[index]; place !== undefined && place.start < end; place = places[(index += 1)]) {
        if (place.end > start) touched.add(place);
      }
    }
  }
  return touched.size;
}
