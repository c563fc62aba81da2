/** Delimiters of blocks whose lines are shown as they stand, and of comments. */
export const verbatim = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|```.*)$/u;
/** Makes code of the paragraph below it, where no delimiter follows. https://docs.asciidoctor.org/asciidoc/latest/verbatim/source-blocks/ */
export const codeStyle = /^\[(?:(?:source|listing|literal)\b[^\]]*|,\s*\w[^\]]*)\]$/u;
/** One that begins in a cell of a table. */
export const inCell = /^[\w.+*^<>]*[|!]\s*(-{4,}|\.{4,}|\+{4,})$/u;
export const heading = /^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?\s*$/u;
export const blockId =
  /^\[(?:\[([^\],]+)(?:,[^\]]*)?\]|[^\][]*?#([\w:.{}-]+)[^\]]*|(?:[^\]]*,\s*)?id=["']?([\w:.{}-]+)["']?[^\]]*)\]\s*$/u;
export const inlineIds =
  /\[\[\[?([^\],\s[]+)(?:,[^\]]*)?\]\]|\banchor:([\w:.{}-]+)\[|\[#([\w:.{}-]+)(?:\.[^\],]*)?\](?=[#*_`])/gu;
/** `image::picture.png[text, link="address"]`. https://docs.asciidoctor.org/asciidoc/latest/macros/image-link/ */
export const linkOfImage =
  /(?<![\w\\:])image:{1,2}(?:https?:)?[^\s[\]:]{1,400}\[[^\][]{0,400}?\blink="?([^\s",\][]{1,400})/gu;
/** `xref:page.adoc#part[text]`, `link:address[text]`, `image::picture.png[text]`. */
export const macros = /(?<![\w\\:])(xref|link|image):{1,2}((?:\+\+[^+\n]+\+\+|[^\s[\]:+])[^\s[\]]*)\[/gu;
export const shortReferences = /(?<!\\)<<([\p{L}\p{N}_#/.:{][^<>\n]*?)(?:,[^<>\n]*)?>>/gu;
/** `https://example.org[text]`: https://docs.asciidoctor.org/asciidoc/latest/macros/url-macro/ */
export const urlMacro = /(?<![\w\\:/."'=<>])(https?:\/\/[^\s[\]<>"'`]{4,1000})\[/gu;
export const attributeEntry = /^:(!?)(\w[\w-]*)(!?):(?:\s(.*))?$/u;
/** Blocks whose content is read, and tables. */
export const container = /^(?:={4,}|\*{4,}|_{4,}|--|[|!,:]={3,})$/u;
/** What stands above a block and leaves its style to its text: a title, an id, a role. https://docs.asciidoctor.org/asciidoc/latest/blocks/ */
export const aboveBlock = /^(?:\.[^\s.].*|\[(?:[.#][^\],]*|\[[^\]]*\])\])$/u;
/** What an item of a list, a term or a cell begins with, which may be indented. https://docs.asciidoctor.org/asciidoc/latest/lists/unordered/ */
export const item = /^\s*(?:(?:-|\*{1,5}|•|\.{1,5}|\d+\.|[a-zA-Z]\.|[ivx]+\)|[IVX]+\))\s|[\w.+*^<>]*[|!])/u;
export const term = /\S(?::{2,4}|;;)(?:\s|$)/u;
/**
 * A backslash before what is replaced by a sign of typography keeps it as it is, and is taken away before macros are read.
 * https://docs.asciidoctor.org/asciidoc/latest/subs/replacements/
 */
export const escaped = /(?<=[\p{L}\p{N}])\\(?='\p{L}|--\w)|\\(?=\.{3}|\((?:C|R|TM)\))/gu;
/** What is shown as it stands, and code, in which addresses are mostly samples. */
export const literal =
  /`[^`\n]+`|\+\+\+.*?\+\+\+|`\+.*?\+`|(?<![\w+])\+[^+\s](?:[^+\n]*[^+\s])?\+(?![\w+])|\bpass:\w*\[.*?\]|\$\$.*?\$\$/gu;
/** A page that is named in code is linked to all the same: between backticks macros are read, unless there are plus signs too. */
export const inCode = /(?<![`\w+])`xref:([^\s[\]:`]+\.adoc(?:#[^\s[\]`]*)?)\[[^\]`]+\]`(?![`\w])/gu;
