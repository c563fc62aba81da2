/** A field whose value no reading of YAML takes for anything but this text, number, `true` or `false`, or for fields below it. */
const field =
  /^ *(?<key>[A-Za-z][\w-]{0,60}):(?: (?:"(?<double>[^"\\\p{C}]*)"|'(?<single>[^'\p{C}]*)'|(?<number>0|[1-9]\d{0,8})|(?<plain>\p{L}(?:[\p{L}\p{N}_.,;!?()'"/&+*=-]|:(?=[^\s])| (?=[\p{L}\p{N}_.,;!?()'"/&+*=-]))*)))?$/u;
const otherValues = /^(?:null|true|false)$/iu;
const saysNothing = /^ *(?:#[^\p{C}]*)?$/u;

interface Fields {
  readonly indent: number;
  readonly data: Record<string, unknown>;
}

/** Frontmatter of plain fields, which most pages have; undefined where it takes a parser of YAML to read it. */
export function plainFrontmatter(text: string): Readonly<Record<string, unknown>> | undefined {
  const top: Fields = { indent: 0, data: {} };
  const open = [top];
  /** The field whose value is what stands below it. */
  let above: string | undefined;
  for (const line of text.replace(/\n$/u, '').split('\n')) {
    if (saysNothing.test(line)) continue;
    const { key, double, single, number, plain } = field.exec(line)?.groups ?? {};
    const indent = line.search(/[^ ]/u);
    if (key === undefined) return undefined;
    if (above !== undefined) {
      const below: Fields = { indent, data: {} };
      const holder = open.at(-1) ?? top;
      if (indent <= holder.indent) return undefined;
      holder.data[above] = below.data;
      open.push(below);
    }
    while (indent < (open.at(-1) ?? top).indent) open.pop();
    const { indent: expected, data } = open.at(-1) ?? top;
    if (indent !== expected || Object.hasOwn(data, key)) return undefined;
    if (plain !== undefined && plain !== 'true' && plain !== 'false' && otherValues.test(plain)) return undefined;
    const value = double ?? single ?? (number === undefined ? plain : Number(number));
    above = value === undefined ? key : undefined;
    data[key] = plain === 'true' || plain === 'false' ? plain === 'true' : value;
  }
  // Nothing at all is no map, and a field with nothing below it has no value.
  return above === undefined && Object.keys(top.data).length > 0 ? top.data : undefined;
}
