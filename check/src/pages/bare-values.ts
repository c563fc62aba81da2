import { htmlTags, type HtmlTag } from './html-tags.ts';

/** Elements of HTML that lead somewhere. */
const leads: ReadonlySet<string> = new Set(['a', 'img', 'source', 'video', 'audio']);

/**
 * Tags in what the parser takes for text, since a value without quotation marks has a slash: `<a href=docs/a.md>`. CommonMark, GitHub and
 * other programs read them. https://spec.commonmark.org/0.31.2/#unquoted-attribute-value and
 * https://github.com/micromark/micromark/blob/main/packages/micromark-core-commonmark/dev/lib/html-text.js (`tagOpenAttributeValueUnquoted`)
 */
export function tagsWithBareValues(text: string): readonly HtmlTag[] {
  if (!text.includes('<') || !text.includes('=')) return [];
  return [...htmlTags(text)].filter(
    ({ name, offset, attributes }) =>
      leads.has(name.toLowerCase()) &&
      text.charAt(offset - 1) !== '\\' &&
      [...attributes.values()].some(
        (attribute) => attribute.value.includes('/') && !/["']/u.test(text.charAt(attribute.offset - 1)),
      ),
  );
}
