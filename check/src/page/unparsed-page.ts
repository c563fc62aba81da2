import type { PageFacts } from './page-facts.ts';

/** A page whose content is not looked into, such as a React page. */
export const unreadPage: PageFacts = {
  frontmatter: {},
  headings: [],
  ids: [],
  links: [],
  components: [],
  definedNames: [],
  imports: [],
  includes: [],
  listed: [],
  problems: [],
  parsed: false,
};

/** A page that took too long or too much memory to parse; on a machine with less else to do it may not. */
export const unparsedPage: PageFacts = tooComplex(
  'This page took too long or too much memory to parse, so it was not checked. Split it, or look for something that repeats without end.',
);

/** Characters of a page that is parsed. The longest that people wrote have half of them. */
export const longestPage = 1_000_000;

/** A page that is not even tried. */
export const overlongPage: PageFacts = tooComplex(
  `This page is longer than ${longestPage} characters, so it was not checked. Split it.`,
);

/** A generator may build it, so this is no error of the author's. */
function tooComplex(message: string): PageFacts {
  const place = { line: undefined, column: undefined };
  return { ...unreadPage, problems: [{ rule: 'page-too-complex', ...place, message }] };
}
