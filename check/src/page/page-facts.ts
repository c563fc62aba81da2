/** Turns offsets of a text into lines and columns. */
export interface LineIndex {
  placeOf(offset: number): Place;
  /** Offset where a line starts; the end of the text for lines beyond it. */
  startOf(line: number): number;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let eol = text.indexOf('\n'); eol !== -1; eol = text.indexOf('\n', eol + 1)) starts.push(eol + 1);
  return {
    startOf: (line) => starts[line - 1] ?? text.length,
    placeOf(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}

/** Position in a file, 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * How to parse a file. Plain data, since it is part of cache keys and sent to worker threads. `unread` files are pages
 * whose content is not parsed, such as React pages.
 */
export interface Dialect {
  readonly syntax: 'markdown' | 'mdx' | 'asciidoc' | 'restructuredtext' | 'unread' | 'openapi';
  /** False where four spaces of indentation are content (MkDocs admonitions and tabs), not code. */
  readonly indentedCode: boolean;
  /** Parser that differs from CommonMark in fences and in HTML, which ends with its element and not at an empty line. */
  readonly readBy?: 'python-markdown' | 'kramdown';
  /** True where `##Title` is a heading too: https://github.com/Python-Markdown/markdown/blob/master/markdown/blockprocessors.py, kramed */
  readonly tightHeadings?: true;
  /** How an author writes a heading's own anchor: `## Title {#id}` or `## Title [#id]`. */
  readonly headingId: 'braces' | 'brackets' | 'none';
  /** Framework syntax that Markdown parsers do not know. It is replaced by spaces before parsing. */
  readonly masks: readonly MaskName[];
  /** True for MDX 1, which accepts braces and characters that later versions reject. */
  readonly firstMdx?: true;
  /** True if frontmatter may set the format: `mdx: { format: md }`. */
  readonly formatField?: true;
  /** True if frontmatter may repeat a field; the last one counts. */
  readonly repeatedFields?: true;
  /** True if frontmatter without fields is page text. */
  readonly fieldsOnly?: true;
  readonly includes?: IncludeStyle;
  /** Syntax of blocks such as notes: `:::note` … `:::`, `/// note` … `///`, or MyST. */
  readonly blocks?: 'colons' | 'slashes' | 'myst' | 'myst-colons';
  /** True if HTML elements with the attribute `markdown` contain Markdown. */
  readonly markdownInHtml?: true;
  /** Set if the page is compiled as a Vue template. */
  readonly template?: 'vue';
  readonly frontmatterLinks?: readonly FrontmatterLink[];
  /** Framework whose shortcodes or tags link to other pages. */
  readonly shortcodes?: 'hugo' | 'jekyll';
}

/** A frontmatter field with an address. */
export interface FrontmatterLink {
  /** Path of the field, with `*` for every list item: `hero.actions.*.link`. */
  readonly field: string;
  readonly kind: Link['kind'];
  /** True if only addresses that start with `/` are checked. */
  readonly absolute?: boolean;
}

export const unreadDialect: Dialect = { syntax: 'unread', indentedCode: true, headingId: 'none', masks: [] };

/** Content of an include: Markdown with headings and anchors, code, or unknown until the build. */
export type IncludeKind = 'markdown' | 'code' | 'generated';

/** Syntax for including other files. */
export type IncludeStyle =
  'vitepress' | 'snippets' | 'macros' | 'mdbook' | 'myst' | 'element' | 'snippet-element' | 'template' | 'directive';

type MaskName = 'html-comment' | 'math' | 'directive-attributes' | 'template' | 'attribute-list' | 'myst-directive';

export interface Heading extends Place {
  readonly depth: number;
  readonly text: string;
  /** Text without nested elements such as badges; undefined if there are none. */
  readonly bareText: string | undefined;
  /** Text including image alt texts, which some generators use in anchors. */
  readonly withPictures?: string;
  /** Source of headings with entities or links, from which some generators build the anchor. */
  readonly raw?: string;
  /** The anchor that the author wrote, if one. */
  readonly id: string | undefined;
  /** AsciiDoc: id set above the heading, which replaces the generated anchor. References may also use the text. */
  readonly idAbove?: string;
}

export interface Link extends Place {
  readonly kind: 'page' | 'file';
  readonly url: string;
  /** Origin: `markdown`, `frontmatter`, or an element name such as `a` or `Card`. */
  readonly element: string;
  /** Offsets of the address in the source if it is verbatim there; a fix replaces this range. */
  readonly range: readonly [number, number] | undefined;
  /** True for links in code, which may be samples. */
  readonly isCode?: true;
  /** True for links that only some editions show. */
  readonly conditional?: true;
  /** True if the address is the name of a target on the same page (reStructuredText). */
  readonly namesTarget?: true;
}

export interface ComponentUse extends Place {
  readonly name: string;
  /** Attributes whose value is a plain string. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ImportUse extends Place {
  readonly source: string;
  readonly names: readonly string[];
}

/** A problem of the page itself, independent of the site. */
export interface PageProblem {
  readonly rule: string;
  /** Deprecated: each rule has one severity, and only `confidence.ts` lowers it. */
  readonly severity?: 'error' | 'warning' | 'notice';
  /** Why the finding may be wrong, as words after "because". */
  readonly unsure?: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly message: string;
  readonly fix?: Fix;
}

/** Replace the characters from `range[0]` up to `range[1]` by `text`. */
export interface Fix {
  readonly range: readonly [number, number];
  readonly text: string;
}

/** Everything that the rules need to know about a page. Plain data, computed once per content. */
export interface PageFacts {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly headings: readonly Heading[];
  /** Values of `id` attributes and of `name` attributes of `<a>`. */
  readonly ids: readonly (Place & {
    readonly id: string;
    /** The component may not render it as an id. */ readonly isOnComponent?: true;
  })[];
  /** Headings of raw HTML. */
  readonly htmlHeadings?: readonly Heading[];
  /** Titles of `<details>`. */
  readonly detailsTitles?: readonly Heading[];
  /** Partly known anchors: the fixed parts before, between and after unknown parts. */
  readonly openAnchors?: readonly (readonly string[])[];
  readonly links: readonly Link[];
  readonly components: readonly ComponentUse[];
  /** Names that the page imports or declares itself. */
  readonly definedNames: readonly string[];
  readonly imports: readonly ImportUse[];
  /** Included files, as written. */
  readonly includes: readonly (Place & {
    readonly source: string;
    readonly shows: IncludeKind;
    /** Inline, so it adds no heading. */ readonly inline?: true;
    /** Severity of a missing file, if not error. */ readonly whenMissing?: 'warning' | 'nothing';
  })[];
  /** Pages that this page adds to the navigation (Sphinx `toctree`), as written. */
  readonly listed: readonly (Place & { readonly entry: string })[];
  /** Operations of an OpenAPI file, as `GET /users`. */
  readonly operations?: readonly string[];
  readonly problems: readonly PageProblem[];
  /** False if the page does not parse; its facts are then incomplete. */
  readonly parsed: boolean;
}

export const asciidocDialect: Dialect = { ...unreadDialect, syntax: 'asciidoc' };
export const openapiDialect: Dialect = { ...unreadDialect, syntax: 'openapi' };

/** A page whose content is not parsed, such as a React page. */
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
  'This page took too long or too much memory to parse, so it was not checked. Split it, or look for something that repeats without end.',
);

/** Maximum page length in characters. The longest real pages have half of it. */
export const longestPage = 1_000_000;

/** A page that is too long to parse. */
export const overlongPage: PageFacts = tooComplex(
  `This page is longer than ${longestPage} characters, so it was not checked. Split it.`,
);

/** A warning, because a generator may still build the page. */
function tooComplex(message: string): PageFacts {
  const place = { line: undefined, column: undefined };
  return { ...unreadPage, problems: [{ rule: 'page-too-complex', ...place, message }] };
}
