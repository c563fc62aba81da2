import { plainText, type Section } from './parse-sections.ts';
import { addressOfPage, type Guide, type GuidePage } from './read-guide.ts';

export interface Found {
  readonly page: GuidePage;
  readonly section: Section;
  readonly address: string;
  /** Text around the first word that was found, in pieces: every second one is a word of the question. */
  readonly excerpt: readonly string[];
}

const mostFound = 20;
const mostWords = 8;
/** Characters before and after the first word found. */
const before = 60;
const after = 160;

/** Sections that hold every word of the question, those with the words in a title or heading first. */
export function searchGuide(guide: Guide, question: string): readonly Found[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return [];
  return guide.pages
    .filter((page) => page !== guide.contents)
    .flatMap((page) => page.sections.map((section) => score(page, section, words)))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, mostFound)
    .map(({ page, section, text }) => ({
      page,
      section,
      address: addressOfPage(page) + (section.depth === 1 ? '' : `#${section.id}`),
      excerpt: excerptOf(text, words),
    }));
}

/** What a result is called: its section, after its page where the section has a heading of its own. */
export function titleOf({ page, section }: Found): string {
  return section.depth === 1 ? page.title : `${page.title}: ${section.title}`;
}

function score(page: GuidePage, section: Section, words: readonly string[]) {
  const text = section.nodes.map(plainText).join(' ').replace(/\s+/g, ' ');
  const lowered = text.toLowerCase();
  const pointsOf = (word: string): number => {
    const titlePoints = page.title.toLowerCase().includes(word) ? 3 : 0;
    const headingPoints = section.title.toLowerCase().includes(word) ? 10 : 0;
    const textPoints = Math.min(5, lowered.split(word).length - 1);
    return headingPoints + textPoints === 0 ? 0 : titlePoints + headingPoints + textPoints;
  };
  const each = words.map(pointsOf);
  return { page, section, text, points: each.includes(0) ? 0 : each.reduce((sum, points) => sum + points, 0) };
}

function excerptOf(text: string, words: readonly string[]): readonly string[] {
  const anyWord = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'i');
  const at = Math.max(0, text.search(anyWord));
  const start = at <= before ? 0 : text.indexOf(' ', at - before) + 1;
  const piece = text.slice(start, at + after);
  const shown = `${start > 0 ? '… ' : ''}${piece}${at + after < text.length ? ' …' : ''}`;
  return shown.split(new RegExp(anyWord, 'gi'));
}
