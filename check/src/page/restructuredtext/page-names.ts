import type { Link, PageFacts, PageProblem, Place } from '../page-facts.ts';
import { readInline } from './inline-markup.ts';
import { idOf, nameOf } from './names.ts';

interface Reference extends Place {
  readonly name: string;
}

/** What the text of a page names: targets, references, and what leads elsewhere. */
export class PageNames {
  /** True while what is read may be anything, so that only its targets count. */
  targetsOnly = false;
  readonly links: Link[] = [];
  private readonly targets: (Place & { id: string })[] = [];
  private readonly names = new Set<string>();
  /** Those of targets that stand by themselves. */
  private readonly namesOfTargets = new Set<string>();
  private readonly references: Reference[] = [];

  /** A name that references of the page may use, of a title or in an address. */
  allow(name: string): void {
    this.names.add(comparable(name));
  }

  /** The same of a target that stands by itself. */
  define(name: string): void {
    this.allow(name);
    this.namesOfTargets.add(comparable(name));
  }

  id(name: string, index: number, offset: number): void {
    this.targets.push({ id: nameOf(name), line: index + 1, column: offset + 1 });
  }

  /** Targets, and the ids that docutils makes of their names; where several give one, it numbers the others. */
  allIds(): PageFacts['ids'] {
    const known = new Set(this.targets.map(({ id }) => id));
    const made = this.targets.flatMap((target) => {
      const id = idOf(target.id);
      if (id === '' || known.has(id)) return [];
      known.add(id);
      return [{ ...target, id }];
    });
    return [...this.targets, ...made];
  }

  targetsIn(line: string, index: number): void {
    for (const { index: offset, 1: name = '' } of line.matchAll(
      /(?<=[|\s])(?:\.\. _(?=[^:`|\n]+:)|:name:\s+)([^:`|\s]+)/gu,
    )) {
      this.define(name);
      this.id(name, index, offset);
    }
  }

  /** What an explicit target leads to: an address, or another name. */
  address(written: string, index: number): void {
    const reference = /^(?:`([^`]+)`|([\p{L}\p{N}][\w.:+-]*[\p{L}\p{N}]|[\p{L}\p{N}]))_$/u.exec(written);
    if (reference === null) this.link('page', written.trim(), 'url', index, 0);
    else this.reference(reference[1] ?? reference[2] ?? '', index, 0);
  }

  /** References to what neither this page nor those `others` define. */
  undefinedReferences(others: PageNames | undefined): readonly PageProblem[] {
    return this.references.flatMap(({ name, line, column }) => {
      const known = comparable(name);
      if (this.names.has(known) || others?.names.has(known) === true) return [];
      const message = `The reference ${name.replace(/\s+/gu, ' ')}_ is defined nowhere on this page.`;
      return [{ rule: 'undefined-reference', line, column, message }];
    });
  }

  /** The links, of which those are marked that are the name of a target of the page. */
  allLinks(): readonly Link[] {
    return this.links.map((link) =>
      link.element === 'url' && !/[./#:?]/u.test(link.url) && this.namesOfTargets.has(comparable(link.url))
        ? { ...link, namesTarget: true }
        : link,
    );
  }

  inline(text: string, index: number, isTable = false): void {
    const starts: number[] = [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    let row = 0;
    for (const found of readInline(text)) {
      while (row + 1 < starts.length && (starts[row + 1] ?? 0) <= found.at) row += 1;
      const [line, offset] = [index + row, found.at - (starts[row] ?? 0)];
      if (found.kind === 'target') {
        this.define(found.name);
        this.id(found.name, line, offset);
      } else if (found.kind === 'reference') this.reference(found.name, line, offset);
      else if (found.kind === 'role') {
        const role = found.role.replace(/^std:/u, '');
        // In a column of a table, text and target may be those of two cells.
        if (isTable && found.target.includes('|')) continue;
        this.role(role, found.target, line, offset);
      } else {
        if (found.name !== undefined) this.allow(found.name);
        this.link('page', found.url, 'url', line, offset);
      }
    }
  }

  private reference(name: string, index: number, offset: number): void {
    if (!this.targetsOnly && !/\||\s{3}/u.test(name))
      this.references.push({ name, line: index + 1, column: offset + 1 });
  }

  private role(role: string, written: string, index: number, offset: number): void {
    // Roles take `|name|` as it stands, where an extension may put something in place of it in the name of a page or a file.
    const plain = role === 'ref' ? written.replace(/\|[^|\s](?:[^|]*[^|\s])?\|/gu, '') : written;
    if (written.startsWith('!') || /[|{}]/u.test(plain)) return;
    if (role === 'doc') this.link('page', written, 'doc', index, offset);
    else if (role === 'ref' || role === 'numref') this.link('page', `#${written}`, 'ref', index, offset);
    else if (role === 'download') this.link('file', written, 'download', index, offset);
  }

  link(kind: Link['kind'], url: string, element: string, index: number, offset: number): void {
    // Docutils makes links of addresses of mail.
    const isMail = element === 'url' && /^[^\s/:@]+@[^\s/:@]+$/u.test(url);
    if (this.targetsOnly || url === '' || isMail) return;
    this.links.push({ kind, url, element, line: index + 1, column: offset + 1, range: undefined });
  }
}

/** Titles have markup that the names made of them have not. */
function comparable(name: string): string {
  return nameOf(name.replace(/\\(.)/gu, '$1').replace(/[`*|]/gu, ''));
}
