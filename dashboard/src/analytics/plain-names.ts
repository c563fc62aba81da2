/** What the server calls kinds, sources and proofs of visitors, in words that a reader knows. */
const names: Readonly<Record<string, string>> = {
  '': '(none)',
  human: 'People',
  assistant: 'AI assistants',
  coding_agent: 'Coding agents',
  markdown_client: 'Unknown clients that request Markdown',
  ai_search: 'AI search engines',
  ai_training: 'Crawlers for AI training',
  search_engine: 'Search engines',
  seo: 'SEO tools',
  preview: 'Link previews',
  monitor: 'Monitors',
  feed: 'Feed readers',
  http_client: 'HTTP clients',
  headless: 'Automated browsers',
  other_bot: 'Other bots',
  Impostor: 'Impersonated programs',
  verified: 'Verified by signature or IP address',
  spoofed: 'Spoofed: the IP address is not the operator’s',
  unverifiable: 'Unverifiable: the operator publishes no way to check',
  unclaimed: 'Names no known program',
  tracker: 'Tracker on the page',
  server: 'Server',
  drain: 'Log drain',
  log: 'Log file',
  desktop: 'Desktops and laptops',
  mobile: 'Phones',
  tablet: 'Tablets',
  tv: 'Televisions',
  console: 'Game consoles',
};

export function plainName(value: string): string {
  return names[value] ?? value;
}

const countryNames = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });

const without: Readonly<Record<string, string>> = {
  referrer: 'Direct or unknown',
  browser: 'No browser',
  utmSource: 'No campaign',
  utmMedium: 'No campaign',
  utmCampaign: 'No campaign',
};

/** Of a value of a dimension: what a reader calls it. */
export function plainValue(dimension: string, value: string): string {
  if (value === '(none)') return without[dimension] ?? 'Unknown';
  const isCountry = dimension === 'country' && /^[A-Z]{2}$/.test(value);
  return isCountry ? (countryNames.of(value) ?? value) : plainName(value);
}

/** As the API calls all paths together that are past the limit of a day. */
export const otherPath = '(other)';
