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

/** A page that took too long or too much memory to parse. */
export const unparsedPage: PageFacts = {
  ...unreadPage,
  problems: [
    {
      rule: 'page-too-complex',
      severity: 'error',
      line: undefined,
      column: undefined,
      message: 'This page could not be parsed within 20 s. Split it, or look for something that repeats without end.',
    },
  ],
};
