import { readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { isAddressRange } from '../../http/address.ts';
import { trafficCategories, type TrafficCategory } from '../visits/view.ts';
import { CatalogueInvalid } from './errors.ts';

const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/);
const day = z.iso.date();

const productSchema = z.strictObject({
  id,
  name: z.string().min(1),
  operator: id,
  /** Matched in any letter case, and only between word boundaries; may end in `/` to demand a version. */
  tokens: z.array(z.string().min(2)),
  /** Whole user agents, for names that are too short or too common to be looked for inside one. */
  exact: z.array(z.string().min(2)).default([]),
  /** The tokens say little by themselves (an editor that people browse with): they count beside a Markdown signal. */
  onlyWith: z.literal('markdown').optional(),
  /** The tokens count only in user agents that do not start like a browser's: people browse within the app of that name. */
  outsideBrowsers: z.boolean().optional(),
  /** Ids of address-range files that prove the claim. */
  ranges: z.array(id).default([]),
  /** Domains below which the forward-confirmed host name of the address must lie. */
  reverseDns: z.array(z.string()).default([]),
  /** The operator says that it comes from nowhere else, so a foreign address disproves the claim. */
  exclusive: z.boolean().default(false),
});

const productFileSchema = z.strictObject({
  category: z.enum(trafficCategories),
  /** The tokens of this file count only in user agents that do not start like a browser's. */
  outsideBrowsers: z.boolean().default(false),
  products: z.array(productSchema),
});

const addressRangesSchema = z.strictObject({
  id,
  operator: id,
  url: z.url(),
  /** Day of the operator's list that this copy was taken from; null when there is none or the day is not known. */
  snapshotDate: day.nullable(),
  note: z.string().optional(),
  prefixes: z.array(z.string().refine(isAddressRange, 'is neither an address nor a CIDR')),
});

const catalogueFiles = {
  version: z.strictObject({ version: z.string(), date: day }),
  'accept-fingerprints': z.strictObject({
    fingerprints: z.array(z.strictObject({ accept: z.string(), product: id, userAgentToken: z.string().optional() })),
  }),
  'markdown-signals': z.strictObject({
    accept: z.array(z.string()),
    pathSuffixes: z.array(z.string()),
    fileNames: z.array(z.string()),
  }),
  'client-hints': z.strictObject({
    headers: z.array(z.strictObject({ header: z.string(), contains: z.string(), product: id })),
    absence: z.strictObject({ chromiumFrom: z.int(), headers: z.array(z.string()).min(1) }),
  }),
  'generic-bots': z.strictObject({
    endings: z.array(z.string()),
    notBots: z.array(z.string()),
    words: z.array(z.string()),
    texts: z.array(z.string()),
  }),
  'listed-names': z.strictObject({
    source: z.url(),
    licence: z.string(),
    date: day,
    names: z.array(z.strictObject({ name: z.string().min(2), operator: id, category: z.enum(trafficCategories) })),
  }),
  'signature-directories': z.strictObject({ directories: z.array(z.strictObject({ host: z.string(), product: id })) }),
};

export type Product = z.output<typeof productSchema> & {
  readonly category: TrafficCategory;
  readonly outsideBrowsers: boolean;
};
export type AddressRanges = z.output<typeof addressRangesSchema>;

/** Everything that is known about who fetches documentation; plain data, read once. */
export interface Catalogue {
  readonly version: string;
  readonly date: string;
  /** In order of precedence: where two names stand in one user agent, the earlier product wins. */
  readonly products: readonly Product[];
  readonly addressRanges: readonly AddressRanges[];
  readonly fingerprints: readonly { accept: string; product: string; userAgentToken?: string | undefined }[];
  readonly markdown: z.output<(typeof catalogueFiles)['markdown-signals']>;
  readonly clientHints: z.output<(typeof catalogueFiles)['client-hints']>;
  readonly genericBots: z.output<(typeof catalogueFiles)['generic-bots']>;
  readonly signatureDirectories: readonly { host: string; product: string }[];
}

/** Categories whose names win over others when both stand in one user agent. Files not listed come after, by name. */
const precedence = ['coding-agent', 'assistant', 'ai-search', 'ai-training', 'search-engine'];

export const shippedCatalogue = new URL('./catalogue/', import.meta.url);

/**
 * Reads and checks a catalogue directory (by default the one that ships with the program).
 * Throws `CatalogueInvalid` naming the file and every fault in it.
 */
export function loadCatalogue(directory: URL = shippedCatalogue): Catalogue {
  const products = jsonFiles(new URL('products/', directory))
    .sort((a, right) => rank(a) - rank(right))
    .flatMap((name) => {
      const file = read(directory, `products/${name}.json`, productFileSchema);
      const { category, outsideBrowsers } = file;
      return file.products.map((product) => ({
        ...product,
        category,
        outsideBrowsers: product.outsideBrowsers ?? outsideBrowsers,
      }));
    });
  const addressRanges = jsonFiles(new URL('address-ranges/', directory)).map((name) =>
    read(directory, `address-ranges/${name}.json`, addressRangesSchema),
  );
  const { version, date } = read(directory, 'version.json', catalogueFiles.version);
  const listed = read(directory, 'listed-names.json', catalogueFiles['listed-names']);
  const catalogue: Catalogue = {
    version,
    date,
    products: [...products, ...listedProducts(listed.names, products)],
    addressRanges,
    fingerprints: read(directory, 'accept-fingerprints.json', catalogueFiles['accept-fingerprints']).fingerprints,
    markdown: read(directory, 'markdown-signals.json', catalogueFiles['markdown-signals']),
    clientHints: read(directory, 'client-hints.json', catalogueFiles['client-hints']),
    genericBots: read(directory, 'generic-bots.json', catalogueFiles['generic-bots']),
    signatureDirectories: read(directory, 'signature-directories.json', catalogueFiles['signature-directories'])
      .directories,
  };
  checkReferences(catalogue);
  return catalogue;
}

/** Names of the list under which nobody makes requests. */
export const namesNobody: Readonly<Record<string, string>> = {
  'Applebot-Extended': 'for `robots.txt` only',
  'Google-Extended': 'for `robots.txt` only',
};

/** A word of a name by which programs call themselves; other names may stand in the user agents of people. */
const programWord = /bot|crawl|spider.|scrap|agent|gpt|[-_ .]/i;

/**
 * The names that others keep (`scripts/refresh-ai-names.ts`) and the products do not have: our own entries know more. A
 * plain word such as `Code` counts only as the whole user agent, or with a version outside of browsers.
 */
function listedProducts(
  names: readonly z.output<(typeof catalogueFiles)['listed-names']>['names'][number][],
  products: readonly Product[],
): Product[] {
  const exact = new Set(products.flatMap((product) => product.exact));
  const tokens = products.flatMap((product) => product.tokens.map((token) => token.toLowerCase()));
  const isOwn = (name: string) => {
    const lower = name.toLowerCase();
    return tokens.some((token) => lower.startsWith(token) && !/^[a-z0-9]/.test(lower.slice(token.length)));
  };
  return names.flatMap(({ name, operator, category }) => {
    if (exact.has(name) || isOwn(name) || name in namesNobody) return [];
    const isPlain = !programWord.test(name);
    return [
      {
        ...{ id: `listed-${name.toLowerCase().replace(/[^a-z0-9.-]+/g, '-')}`, name, operator, category },
        ...{ tokens: [isPlain ? `${name}/` : name], exact: [name], outsideBrowsers: isPlain },
        ...{ ranges: [], reverseDns: [], exclusive: false },
      },
    ];
  });
}

function jsonFiles(directory: URL): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .sort();
}

function rank(name: string): number {
  const index = precedence.indexOf(name);
  return index < 0 ? precedence.length : index;
}

function read<Schema extends z.ZodType>(directory: URL, name: string, schema: Schema): z.output<Schema> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(new URL(name, directory), 'utf8'));
  } catch (cause) {
    throw new CatalogueInvalid(name, [{ message: 'cannot be read as JSON' }], cause);
  }
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  throw new CatalogueInvalid(
    name,
    result.error.issues.map((issue) => ({ message: issue.message, field: issue.path.join('.') })),
  );
}

function checkReferences(catalogue: Catalogue): void {
  const ranges = new Set(catalogue.addressRanges.map((list) => list.id));
  const products = new Set<string>();
  const faults: { message: string; field: string }[] = [];
  for (const product of catalogue.products) {
    if (products.has(product.id)) faults.push({ message: 'is defined twice', field: product.id });
    products.add(product.id);
    for (const range of product.ranges) {
      if (!ranges.has(range)) faults.push({ message: `names unknown address ranges ${range}`, field: product.id });
    }
  }
  const named = [...catalogue.fingerprints, ...catalogue.clientHints.headers, ...catalogue.signatureDirectories];
  for (const { product } of named) {
    if (!products.has(product)) faults.push({ message: 'is named by a rule and not defined', field: product });
  }
  if (faults.length > 0) throw new CatalogueInvalid('products', faults);
}
