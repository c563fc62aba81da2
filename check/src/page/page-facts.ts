/** Turns offsets of a text into lines and columns. */
export interface LineIndex {
  placeOf(offset: number): Place;
  /** Offset at which a line begins; the end of the text for lines that it does not have. */
  startOf(line: number): number;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let newline = text.indexOf('\n'); newline !== -1; newline = text.indexOf('\n', newline + 1))
    starts.push(newline + 1);
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

/** Where something stands in a file, both 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * How a file is written, as plain data, so that it can be a part of a cache key and be sent to a worker thread. A file
 * that is `unread` is a page whose content is not looked into, such as a React page.
 */
export interface Dialect {
  readonly syntax: 'markdown' | 'mdx' | 'asciidoc' | 'restructuredtext' | 'unread' | 'openapi';
  /** False where four spaces of indentation are content (MkDocs admonitions and tabs), not code. */
  readonly indentedCode: boolean;
  /** The program whose reading of HTML, which ends with its element and not with an empty line, and of fences is not that of CommonMark. */
  readonly readBy?: 'python-markdown' | 'kramdown';
  /** True where `##Title` is a heading too: https://github.com/Python-Markdown/markdown/blob/master/markdown/blockprocessors.py, kramed */
  readonly tightHeadings?: true;
  /** How an author writes a heading's own anchor: `## Title {#id}` or `## Title [#id]`. */
  readonly headingId: 'braces' | 'brackets' | 'none';
  /** Syntax of the framework that Markdown parsers do not know; replaced by spaces before parsing. */
  readonly masks: readonly MaskName[];
  /** True where MDX is read by its first version, which takes braces and signs that later ones refuse. */
  readonly firstMdx?: true;
  /** True where the frontmatter may say that a page is Markdown or MDX: `mdx: { format: md }`. */
  readonly formatField?: true;
  /** True where a field of the frontmatter may be given twice; the last one counts. */
  readonly repeatedFields?: true;
  /** True where frontmatter without any field is text of the page. */
  readonly fieldsOnly?: true;
  readonly includes?: IncludeStyle;
  /** How blocks of Markdown such as notes are begun and closed: `:::note` … `:::`, `/// note` … `///`, those of MyST. */
  readonly blocks?: 'colons' | 'slashes' | 'myst' | 'myst-colons';
  /** True where what stands in an element of HTML with the attribute `markdown` is read as Markdown. */
  readonly markdownInHtml?: true;
  /** True where the page becomes a template of Vue. */
  readonly template?: 'vue';
  readonly frontmatterLinks?: readonly FrontmatterLink[];
  /** Whose shortcodes or tags name other pages. */
  readonly shortcodes?: 'hugo' | 'jekyll';
}

/** A field of the frontmatter that holds an address. */
export interface FrontmatterLink {
  /** Names joined by dots, `*` for every item of a list: `hero.actions.*.link`. */
  readonly field: string;
  readonly kind: Link['kind'];
  /** True when only an address that starts with `/` is looked at. */
  readonly absolute?: boolean;
}

export const unreadDialect: Dialect = { syntax: 'unread', indentedCode: true, headingId: 'none', masks: [] };

/** What an include brings: Markdown with headings and anchors, code, or what only a build can tell. */
export type IncludeKind = 'markdown' | 'code' | 'generated';

/** Ways to show a part of another file. */
export type IncludeStyle =
  'vitepress' | 'snippets' | 'macros' | 'mdbook' | 'myst' | 'element' | 'snippet-element' | 'template' | 'directive';

type MaskName = 'html-comment' | 'math' | 'directive-attributes' | 'template' | 'attribute-list' | 'myst-directive';

export interface Heading extends Place {
  readonly depth: number;
  readonly text: string;
  /** The text without that of elements in it, such as badges; undefined when there are none. */
  readonly bareText: string | undefined;
  /** The text with those of its pictures, where it has any: some generators make the anchor from these too. */
  readonly withPictures?: string;
  /** As it stands in the source, where that has entities or links: some generators make the anchor of it. */
  readonly raw?: string;
  /** The anchor that the author wrote, if one. */
  readonly id: string | undefined;
  /** Of AsciiDoc: what stands above the heading in place of the anchor that its text would give; its text may be named too. */
  readonly idAbove?: string;
}

export interface Link extends Place {
  readonly kind: 'page' | 'file';
  readonly url: string;
  /** What wrote it: `markdown`, `frontmatter`, or the name of the element such as `a` or `Card`. */
  readonly element: string;
  /** Offsets of the address in the source, where it stands there verbatim; what a fix replaces. */
  readonly range: readonly [number, number] | undefined;
  /** True for what stands in code, and may be a sample. */
  readonly isInCode?: true;
  /** True for what only some editions of the page show. */
  readonly conditional?: true;
  /** True for an address of reStructuredText that is the name of a target of its page. */
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

/** What is wrong with a page by itself, whatever the rest of the site is. */
export interface PageProblem {
  readonly rule: string;
  /** Not read any more: a rule has one severity, and `confidence.ts` alone makes a warning of an error. */
  readonly severity?: 'error' | 'warning' | 'notice';
  /** Why it may be right all the same, as words after "because". */
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

/** Everything the checks need to know of one page; plain data, made once per content. */
export interface PageFacts {
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly headings: readonly Heading[];
  /** Values of `id` attributes and of `name` attributes of `<a>`. */
  readonly ids: readonly (Place & {
    readonly id: string;
    /** It need not become that of an element. */ readonly isOnComponent?: true;
  })[];
  /** Headings of raw HTML. */
  readonly htmlHeadings?: readonly Heading[];
  /** Titles of what a reader unfolds. */
  readonly detailsTitles?: readonly Heading[];
  /** Of anchors that are known in part: what stands before, between and after what only elsewhere is told. */
  readonly openAnchors?: readonly (readonly string[])[];
  readonly links: readonly Link[];
  readonly components: readonly ComponentUse[];
  /** Names that the page imports or declares itself. */
  readonly definedNames: readonly string[];
  readonly imports: readonly ImportUse[];
  /** Files whose content the page shows, as written. */
  readonly includes: readonly (Place & {
    readonly source: string;
    readonly shows: IncludeKind;
    /** It stands among words or is a sign for a program, and so brings no heading. */ readonly inline?: true;
    /** What is said where it is not there, if no error. */ readonly whenMissing?: 'warning' | 'nothing';
  })[];
  /** Pages that the page itself puts into the navigation (`toctree` of Sphinx), as written. */
  readonly listed: readonly (Place & { readonly entry: string })[];
  /** Of an OpenAPI file: its operations, as `GET /users`. */
  readonly operations?: readonly string[];
  readonly problems: readonly PageProblem[];
  /** False when the page does not parse: what is known of it is then a best effort. */
  readonly parsed: boolean;
}

export const asciidocDialect: Dialect = { ...unreadDialect, syntax: 'asciidoc' };
export const openapiDialect: Dialect = { ...unreadDialect, syntax: 'openapi' };

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
