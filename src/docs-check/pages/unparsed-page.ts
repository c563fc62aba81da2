import type { PageFacts, PageProblem } from './page-facts.ts';

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

/** A page that took too long or too much memory to parse. */
export const unparsedPage: PageFacts = tooComplex(
  'This page took too long or too much memory to parse. Split it, or look for something that repeats without end.',
);

/** Characters of a page that is parsed. The longest that people wrote have half of them. */
export const longestPage = 1_000_000;

/** A page that is not even tried: a generator may build it, so this is no error of the author's. */
export const overlongPage: PageFacts = tooComplex(
  `This page is longer than ${longestPage} characters, so it was not checked. Split it.`,
  'warning',
);

function tooComplex(message: string, severity: PageProblem['severity'] = 'error'): PageFacts {
  const place = { line: undefined, column: undefined };
  return { ...unreadPage, problems: [{ rule: 'page-too-complex', severity, ...place, message }] };
}
