import type { Pattern, Program } from 'estree';
import type { Code, Definition, Heading as HeadingNode, Html, Image, Link as LinkNode, Nodes, Root, Text } from 'mdast';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import type { MdxjsEsm } from 'mdast-util-mdxjs-esm';
import { type FencedSource, findUnclosedCode } from './fences.ts';
import { type HtmlTag, htmlTags } from './html.ts';
import type { LineIndex, ComponentUse, Heading, ImportUse, Link, PageFacts, PageProblem, Place } from './page-facts.ts';

interface ModuleNames {
  readonly imports: readonly { readonly source: string; readonly names: readonly string[] }[];
  readonly declared: readonly string[];
}

/** Names that a block of imports and exports defines. */
function namesOf(node: MdxjsEsm): ModuleNames {
  const imports: { source: string; names: string[] }[] = [];
  const declared: string[] = [];
  for (const statement of bodyOf(node.data?.estree)) {
    if (statement.type === 'ImportDeclaration' && typeof statement.source.value === 'string') {
      imports.push({ source: statement.source.value, names: statement.specifiers.map(({ local }) => local.name) });
    }
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'VariableDeclaration') {
      declared.push(...declaration.declarations.flatMap(({ id }) => boundNames(id)));
    } else if (declaration) declared.push(declaration.id.name);
  }
  return { imports, declared };
}

function bodyOf(program: Program | null | undefined): Program['body'] {
  return program?.body ?? [];
}

function boundNames(pattern: Pattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
  if (pattern.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((property) =>
    boundNames(property.type === 'RestElement' ? property.argument : property.value),
  );
}

interface LinkAttribute {
  readonly attribute: string;
  readonly kind: Link['kind'];
}

const href: LinkAttribute = { attribute: 'href', kind: 'page' };
const src: LinkAttribute = { attribute: 'src', kind: 'file' };
/** https://html.spec.whatwg.org/multipage/images.html#srcset-attributes, which React calls srcSet. */
const srcsets: readonly LinkAttribute[] = ['srcset', 'srcSet'].map((attribute) => ({ attribute, kind: 'file' }));
const attributesByElement: Readonly<Record<string, readonly LinkAttribute[]>> = {
  img: [src, ...srcsets],
  Image: [src],
  source: [src, ...srcsets],
  audio: [src],
  video: [src, { attribute: 'poster', kind: 'file' }],
  Link: [href, { attribute: 'to', kind: 'page' }],
  NavLink: [href, { attribute: 'to', kind: 'page' }],
  // `<use>` references a shape, which a theme provides.
  use: [],
  // `<base>` and `<link>` are metadata, not links for readers.
  base: [],
  link: [],
};

/** HTML elements on which `href` has no effect. */
const leadsNowhere =
  /^(?:details|summary|div|span|p|h[1-6]|[uo]l|li|d[ltd]|t[dhr]|table|section|article|button|b|i|strong|em|code|pre|br|hr)$/u;

/** Addresses in an attribute value; `srcset` has several, each with a width or density. */
function addressesIn(attribute: string, value: string): readonly string[] {
  if (attribute.toLowerCase() !== 'srcset' || value.startsWith('data:')) return [value];
  return value.split(/,\s/u).flatMap((candidate) => /\S+/u.exec(candidate)?.[0] ?? []);
}

/** Attributes with addresses. Default: `href`. */
function linkAttributes(element: string): readonly LinkAttribute[] {
  // Neither HTML nor a component: `<codeBase>` is XML in an example.
  if (/^[a-z]+[A-Z]/u.test(element)) return [];
  return attributesByElement[element] ?? (leadsNowhere.test(element) ? [] : [href]);
}

/** `[some words][name]`, but not a list index or a plugin's code reference (`[text][package.name]`). */
const fullReference = /(?<![\w\])}])\[([^\][]+)\]\[([\p{L}\p{N} -]+)\](?![[(])/gu;
/** Minimum length of word and name, because `[i][j]` is an index. */
const fewestLetters = 3;

interface UndefinedReference {
  readonly name: string;
  /** Set if the text is a single word (`[Tool][home]`), which may be an index. */
  readonly word: string | undefined;
}

/** The first reference with several words of text, otherwise the first with one word. */
export function undefinedReference(text: string): UndefinedReference | undefined {
  let single: UndefinedReference | undefined;
  for (const [, words = '', name = ''] of text.matchAll(fullReference)) {
    const letter = words.search(/\p{L}/u);
    if (letter === -1 || !/\p{L}/u.test(name)) continue;
    // Separate expressions, because a combined one takes cubic time.
    if (words.search(/\s\S*$/u) > letter) return { name, word: undefined };
    if (!/\s/u.test(words) && Math.min(words.length, name.length) >= fewestLetters) single ??= { name, word: words };
  }
  return single;
}

/** Start of a reference definition. */
const definition = /^ {0,3}\[[^\]]{1,100}\]:[ \t]/u;

/** Attribute list with an id, directly after an element. */
const idInList = /^\{(?:[^{}\n]*[\s:])?(?:#[^\s{}]|(?:id|name)=[^\s}])/u;

interface Context extends FencedSource {
  readonly headingIds: ReadonlyMap<number, string>;
  readonly lines: LineIndex;
  /** True if attribute lists after links are supported: `[Term](){#term}`. */
  readonly readsAttributes: boolean;
  /** True if the last definition of a name counts (Python-Markdown, kramdown), not the first (CommonMark). */
  readonly lastDefinitionCounts: boolean;
  /** True for offsets in HTML whose content is not parsed as Markdown. */
  readonly isRaw?: ((offset: number) => boolean) | undefined;
}

type Collected = Omit<PageFacts, 'frontmatter' | 'parsed' | 'includes' | 'listed'>;

/** Collects all facts in one walk over the syntax tree. */
export function collectFacts(root: Root, context: Context): Collected {
  const collector = new FactCollector(context);
  collector.visit(root);
  collector.linkDefinitions();
  return collector.facts;
}

class FactCollector {
  private readonly context: Context;
  private readonly headings: Heading[] = [];
  private readonly ids: PageFacts['ids'][number][] = [];
  private readonly links: Link[] = [];
  private readonly definitions = new Map<string, Definition>();
  private readonly referenced = new Set<string>();
  private readonly components: ComponentUse[] = [];
  private readonly definedNames: string[] = [];
  private readonly imports: ImportUse[] = [];
  private readonly problems: PageProblem[] = [];
  private readonly openAnchors: (readonly string[])[] = [];
  private readonly undefinedReferences: { readonly problem: PageProblem; readonly word: string | undefined }[] = [];

  constructor(context: Context) {
    this.context = context;
  }

  get facts(): Collected {
    const { headings, ids, links, components, definedNames, imports, problems, openAnchors } = this;
    return {
      headings,
      ids,
      links,
      components,
      definedNames,
      imports,
      problems,
      ...(openAnchors.length > 0 ? { openAnchors } : {}),
    };
  }

  visit(node: Nodes): void {
    if (node.type === 'html') this.html(node);
    else if (this.context.isRaw?.(node.position?.start.offset ?? 0) !== true) this.read(node);
    else if (node.type === 'heading') this.unreadHeading(node);
    if ('children' in node) for (const child of node.children) this.visit(child);
  }

  private read(node: Nodes): void {
    if (node.type === 'heading') this.heading(node);
    else if (node.type === 'link') this.written(node);
    else if (node.type === 'text') this.text(node);
    else if (node.type === 'definition') this.definition(node);
    else if (node.type === 'linkReference' || node.type === 'imageReference') this.referenced.add(node.identifier);
    else if (node.type === 'image') this.image(node);
    else if (node.type === 'code') this.code(node);
    else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') this.element(node);
    else if (node.type === 'mdxjsEsm') this.module(node);
  }

  private definition(node: Definition): void {
    if (this.context.lastDefinitionCounts || !this.definitions.has(node.identifier))
      this.definitions.set(node.identifier, node);
  }

  /** Adds links for definitions that are referenced, and reports undefined references. */
  linkDefinitions(): void {
    // Plugins of Python-Markdown may define names elsewhere, so report only on pages with definitions of their own.
    const isSure = !this.context.lastDefinitionCounts;
    for (const { problem, word } of this.definitions.size > 0 || isSure ? this.undefinedReferences : [])
      if (isSure || word === undefined || this.definitions.has(word.toLowerCase())) this.problems.push(problem);
    for (const node of this.definitions.values()) if (this.referenced.has(node.identifier)) this.link('page', node);
  }

  /** A plugin may still render this heading. */
  private unreadHeading(node: HeadingNode): void {
    const text = headingText(node).trim();
    if (/[\p{L}\p{N}]/u.test(text)) this.openAnchors.push([text]);
  }

  private heading(node: HeadingNode): void {
    const place = placeOf(node);
    const source = this.context.source.slice(node.position?.start.offset, node.position?.end.offset);
    this.headings.push({
      ...place,
      depth: node.depth,
      text: headingText(node).trim(),
      bareText: node.children.some(isElement)
        ? node.children
            .filter((child) => !isElement(child))
            .map((child) => headingText(child))
            .join('')
            .trim()
        : undefined,
      ...(/&[#\w]+;|\]\(/u.test(source) ? { raw: source } : {}),
      ...(hasPicture(node) ? { withPictures: headingText(node, true) } : {}),
      id: this.context.headingIds.get(place.line),
    });
  }

  private written(node: LinkNode): void {
    // `@[youtube](id)` is plugin syntax for videos and similar embeds.
    if (this.context.source.charAt((node.position?.start.offset ?? 0) - 1) === '@') return;
    this.link('page', node);
    const raw = this.context.source.slice(node.position?.start.offset, node.position?.end.offset);
    if (node.url !== '' || node.children.length === 0 || !/\]\(\s*\)$/u.test(raw)) return;
    if (this.context.readsAttributes && this.isTarget(node)) return;
    if (this.isInDefinition(node)) return;
    const message = 'This link has no address: write one between the parentheses.';
    this.problems.push({ rule: 'empty-link', ...placeOf(node), message });
  }

  /** `[//]: # [a]()` is a comment in the form of a definition. */
  private isInDefinition({ position }: LinkNode): boolean {
    const { offset = 0, column = 1 } = position?.start ?? {};
    return definition.test(this.context.source.slice(offset - column + 1, offset));
  }

  /** A link without an address but with an id is an anchor. https://python-markdown.github.io/extensions/attr_list/ */
  private isTarget({ position }: LinkNode): boolean {
    const end = position?.end.offset ?? this.context.source.length;
    return idInList.test(this.context.source.slice(end, end + 200));
  }

  /** Undefined references are still text nodes. */
  private text(node: Text): void {
    const start = node.position?.start.offset ?? 0;
    const raw = this.context.source.slice(start, node.position?.end.offset);
    if (!node.value.includes('[') || raw.includes('\\[')) return;
    const reference = undefinedReference(node.value);
    if (reference !== undefined) {
      const { name, word } = reference;
      const message = `Nothing on this page defines [${name}], so a reader sees the brackets as text.`;
      const problem: PageProblem = { rule: 'undefined-reference', ...placeOf(node), message };
      this.undefinedReferences.push({ problem, word });
    }
    const [note] = /(?<=[\p{L}\p{N}.,;:!?)"'])\[\^[\w-]+\](?!:)/u.exec(node.value) ?? [];
    if (note === undefined) return;
    const message = `The footnote ${note} is defined nowhere on this page, so a reader sees its mark as text.`;
    this.problems.push({ rule: 'undefined-reference', ...placeOf(node), message });
  }

  private link(
    kind: Link['kind'],
    node: { url: string; title?: string | null | undefined; position?: Nodes['position'] },
  ): void {
    const start = node.position?.start.offset ?? 0;
    const raw = this.context.source.slice(start, node.position?.end.offset);
    const urlOffset = node.url === '' ? -1 : raw.lastIndexOf(node.url);
    const range = urlOffset === -1 ? undefined : ([start + urlOffset, start + urlOffset + node.url.length] as const);
    // Docsify does not rewrite such links: https://docsify.js.org/#/helpers?id=ignore-to-compile-link
    const element = node.title?.includes(':ignore') === true ? 'a' : 'markdown';
    this.links.push({ ...placeOf(node), kind, url: node.url, element, range });
  }

  private image(node: Image): void {
    this.link('file', node);
    if ((node.alt ?? '') === '') this.missingAlt(placeOf(node), node.url);
  }

  private missingAlt(place: Place, url: string): void {
    const message = `The image ${url} has no alternative text for people who cannot see it.`;
    this.problems.push({ rule: 'missing-alt', ...place, message });
  }

  private html(node: Html): void {
    const start = node.position?.start.offset ?? 0;
    this.tags(start, htmlTags(this.context.source.slice(start, node.position?.end.offset)));
  }

  private tags(start: number, tags: Iterable<HtmlTag>): void {
    for (const tag of tags) {
      const attributes = new Map([...tag.attributes].map(([name, { value }]) => [name, value]));
      if (tag.isInProgram) {
        this.id(tag.name, attributes, this.context.lines.placeOf(start + tag.offset));
        continue;
      }
      this.tag(tag.name, attributes, this.context.lines.placeOf(start + tag.offset), (name) => {
        const attribute = tag.attributes.get(name);
        return attribute === undefined ? undefined : start + attribute.offset;
      });
      this.component(tag.name, attributes, this.context.lines.placeOf(start + tag.offset));
    }
  }

  private element(node: MdxJsxFlowElement | MdxJsxTextElement): void {
    if (node.name === null) return;
    const attributes = new Map<string, string>();
    const offsets = new Map<string, number>();
    let spread = false;
    for (const attribute of node.attributes) {
      if (attribute.type === 'mdxJsxExpressionAttribute') spread = true;
      else if (typeof attribute.value === 'string') {
        attributes.set(attribute.name, attribute.value);
        const end = attribute.position?.end.offset;
        if (end !== undefined) offsets.set(attribute.name, end - 1 - attribute.value.length);
      } else if (attribute.name === 'alt') spread = true;
      else if (attribute.value !== null && attribute.value !== undefined) {
        const value = constantOf(attribute.value.value);
        if (value !== undefined) attributes.set(attribute.name, value);
      }
    }
    this.tag(node.name, attributes, placeOf(node), (name) => offsets.get(name), spread);
    this.component(node.name, attributes, placeOf(node));
  }

  private component(name: string, attributes: ReadonlyMap<string, string>, place: Place): void {
    if (/^[A-Z]|\./u.test(name)) this.components.push({ ...place, name, attributes: Object.fromEntries(attributes) });
  }

  private id(name: string, attributes: ReadonlyMap<string, string>, place: Place): void {
    const id = attributes.get('id') ?? (name === 'a' ? attributes.get('name') : undefined);
    if (id !== undefined && id !== '')
      this.ids.push({ ...place, id, ...(elements.has(name) ? {} : { isOnComponent: true }) });
    const bound = attributes.get(':id') ?? attributes.get('v-bind:id');
    if (bound !== undefined) this.openAnchors.push(knownParts(bound));
  }

  private tag(
    name: string,
    attributes: ReadonlyMap<string, string>,
    place: Place,
    offsetOf: (attribute: string) => number | undefined,
    altMayBeSet = false,
  ): void {
    this.id(name, attributes, place);
    for (const { attribute, kind } of linkAttributes(name)) {
      const value = attributes.get(attribute);
      if (value === undefined) continue;
      const offset = offsetOf(attribute);
      const verbatim = offset !== undefined && this.context.source.startsWith(value, offset);
      for (const url of addressesIn(attribute, value))
        this.links.push({
          ...place,
          kind,
          url,
          element: name,
          range: verbatim && url === value ? [offset, offset + url.length] : undefined,
        });
    }
    const decorative = attributes.has('aria-hidden') || attributes.get('role') === 'presentation';
    if (name === 'img' && !attributes.has('alt') && !altMayBeSet && !decorative) {
      this.missingAlt(place, attributes.get('src') ?? '');
    }
  }

  private code(node: Code): void {
    const problem = findUnclosedCode(node, this.context);
    if (problem !== undefined) this.problems.push({ ...problem, ...placeOf(node) });
  }

  private module(node: MdxjsEsm): void {
    const { imports, declared } = namesOf(node);
    for (const { source, names } of imports) {
      this.imports.push({ ...placeOf(node), source, names });
      this.definedNames.push(...names);
    }
    this.definedNames.push(...declared);
  }
}

/** HTML elements. On components, `id` is a property, such as the name of a tab. */
const elements = new Set(
  `a article aside b blockquote br button caption center code dd details div dl dt em figcaption figure footer form h1 h2 h3
  h4 h5 h6 header hr i iframe img input kbd label li main nav ol p pre section small span strong sub summary sup svg table
  tbody td th thead tr u ul video`.split(/\s+/u),
);

/** Fixed parts of a bound Vue id such as `` `part-${name}` ``. */
function knownParts(expression: string): readonly string[] {
  const written = /^`([^`]*)`$/u.exec(expression.trim())?.[1];
  return written === undefined ? ['', ''] : written.split(/\$\{[^{}]*\}/u);
}

/** The constant value of an expression: `{"/x"}` or `{require('./x.png').default}`. */
function constantOf(expression: string): string | undefined {
  const text = expression.trim();
  const literal = /^(["'`])([^"'`\\$]*)\1$/u.exec(text)?.[2];
  return literal ?? /^require\(\s*["']((?:\.{1,2}|@site)\/[^"'!]+)["']\s*\)(?:\.default)?$/u.exec(text)?.[1];
}

function placeOf(node: { position?: Nodes['position'] }): Place {
  return { line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1 };
}

/** Heading text for anchors: text and inline code, without markup and images. */
function headingText(node: Nodes, withPictures = false): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value;
  if (withPictures && node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map((child) => headingText(child, withPictures)).join('') : '';
}

function hasPicture(node: Nodes): boolean {
  if (node.type === 'image' || node.type === 'imageReference' || node.type === 'html') return true;
  return 'children' in node && node.children.some(hasPicture);
}

function isElement({ type }: Nodes): boolean {
  return type === 'mdxJsxTextElement';
}
