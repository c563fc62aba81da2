/** How the numbers of each card are counted: a short text, and where the guide says more. */
export const counting = {
  chart: {
    of: 'Visitors over time',
    text: 'Each bar counts the distinct visitors of its hour, day, week or month in the project’s time zone. A visitor who comes on two days is in two bars, so bars do not add up to the total. Hatched bars mean that nothing was received at all, not even from crawlers.',
    page: 'reading-the-numbers#the-chart',
  },
  pages: {
    of: 'Pages',
    text: 'Distinct visitors of each page. A visitor of three pages is in three rows, and once in the total. Entry and exit are the first and the last page of a visit: one visitor’s views without a pause of 30 minutes.',
    page: 'reading-the-numbers#pages-entries-and-exits',
  },
  ai: {
    of: 'AI',
    text: 'Distinct visitors by AI product, recognized by the user agent. Identity says whether a signature or the IP address proves it.',
    page: 'ai-traffic',
  },
  origin: {
    of: 'Origin',
    text: 'Distinct visitors by the host of the page that led to the view. Links within your site do not count. A channel is a group of hosts, counted by itself, so a visitor who came by two channels is in both.',
    page: 'reading-the-numbers#referrers-channels-and-campaigns',
  },
  devices: {
    of: 'Devices',
    text: 'Distinct visitors by what their user agent says about browser, operating system and device. The same person on a phone and a laptop is two visitors.',
    page: 'reading-the-numbers#devices-and-countries',
  },
  countries: {
    of: 'Countries',
    text: 'Distinct visitors by the country that your CDN or server reports, or that the IP address belonged to when the view arrived. The address itself is not stored.',
    page: 'reading-the-numbers#devices-and-countries',
  },
  campaigns: {
    of: 'Campaigns',
    text: 'Distinct visitors by utm_campaign, utm_source and utm_medium in the address of the page. Views without them are “No campaign”.',
    page: 'reading-the-numbers#referrers-channels-and-campaigns',
  },
  missing: {
    of: 'Missing pages',
    text: 'Distinct people and AI clients whose request was answered with 404 or 410. No other number includes these requests.',
    page: 'missing-pages',
  },
  goals: {
    of: 'Goals',
    text: 'Distinct visitors who viewed a page of the goal or sent one of its events in the range; the share is of all visitors. In a funnel, each step must follow the one before.',
    page: 'reading-the-numbers#goals-and-funnels',
  },
  live: {
    of: 'Last minutes',
    text: 'Distinct visitors whose views arrived in the last minutes, asked for again every ten seconds. Views from log files appear when the file is imported.',
    page: 'reading-the-numbers#last-minutes',
  },
  uncounted: {
    of: 'Not counted',
    text: 'Crawlers are views by programs that count neither as people nor as AI. Dropped requests were received but are no views, such as images and prefetches; each is counted once, with the reason.',
    page: 'reading-the-numbers#crawlers-and-dropped-requests',
  },
  collection: {
    of: 'Collection',
    text: 'Distinct visitors by how their views reached the server, by the host that was requested, and by the HTTP status of the answer. A visitor reported by two sources is in both rows.',
    page: 'collecting-visits',
  },
} as const;

export type CountingName = keyof typeof counting;
