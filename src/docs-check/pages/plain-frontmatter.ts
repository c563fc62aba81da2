/** A field whose value no reading of YAML takes for anything but this text, or for `true` or `false`. */
const field =
  /^(?<key>[A-Za-z][\w-]{0,60}): (?:"(?<double>[^"\\\p{C}]*)"|'(?<single>[^'\p{C}]*)'|(?<plain>\p{L}(?:[\p{L}\p{N}_.,;!?()'"/&+*=-]|:(?=[^\s])| (?=[\p{L}\p{N}_.,;!?()'"/&+*=-]))*))$/u;
const otherValues = /^(?:null|true|false)$/iu;

/** Frontmatter of fields with a text each, which most pages have; undefined where it takes a parser of YAML to read it. */
export function plainFrontmatter(text: string): Readonly<Record<string, unknown>> | undefined {
  const data: Record<string, unknown> = {};
  for (const line of text.replace(/\n$/u, '').split('\n')) {
    const { key, double, single, plain } = field.exec(line)?.groups ?? {};
    if (key === undefined || Object.hasOwn(data, key)) return undefined;
    if (plain === 'true' || plain === 'false') data[key] = plain === 'true';
    else if (plain !== undefined && otherValues.test(plain)) return undefined;
    else data[key] = double ?? single ?? plain;
  }
  return data;
}
