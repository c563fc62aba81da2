import type { Command } from 'commander';
import type { DateRange, Filters } from '../../client/src/index.ts';

/** Options by the name of their filter, and what they choose. */
const filters = {
  path: 'pages, such as "/guide/*"',
  agent: 'programs and browsers, such as "Claude Code"',
  category: 'kinds of visitor, such as coding_agent',
  referrer: 'hosts that readers came from, such as "*.google.com"',
  country: 'countries, such as DE',
  source: 'where the view was seen: tracker, server, drain, log',
  verdict: 'whether the sender is who it says: verified, spoofed, unverifiable, unclaimed',
  entryPage: 'pages on which visits began',
  exitPage: 'pages on which visits ended',
  browser: 'browsers, such as Firefox',
  os: 'operating systems, such as Android',
  host: 'hosts that were asked, such as docs.example.com',
  utmSource: 'campaigns by their utm_source',
  utmMedium: 'campaigns by their utm_medium',
  utmCampaign: 'campaigns by their utm_campaign',
  status: 'answers, such as 304',
  device: 'devices: desktop, mobile, tablet, tv, console',
} satisfies Record<keyof Filters, string>;

export const filterNames = Object.keys(filters) as (keyof Filters)[];

export interface FilterOptions extends Filters {
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

/** Of whatever asks for numbers: which days and which views. */
export function addFilterOptions(command: Command): Command {
  for (const name of filterNames) {
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(
      `--${option} <value>`,
      `only these ${filters[name]}; again for more, "!" before one to leave it out`,
      collect,
    );
  }
  return command
    .option('--from <date>', 'first day or moment; otherwise from the beginning')
    .option('--to <date>', 'first day or moment that is no longer counted')
    .option('--time-zone <name>', 'of which days and times are, such as Europe/Berlin', 'UTC');
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** What they mean to the client. */
export function wantedOf(options: FilterOptions): DateRange & Filters {
  return {
    ...(options.from !== undefined && { dateFrom: options.from }),
    ...(options.to !== undefined && { dateTo: options.to }),
    ...(options.timeZone !== undefined && options.timeZone !== 'UTC' && { timeZone: options.timeZone }),
    ...Object.fromEntries(filterNames.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]]))),
  };
}
