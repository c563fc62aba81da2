import type { Command } from 'commander';
import type { DateRange, Filters } from '../../client/src/index.ts';

/** Options by the name of their filter, and what they choose. */
const filters = {
  path: 'pages, such as "/guide/*"',
  agent: 'programs and browsers, such as "Claude Code"',
  category: 'visitor categories, such as coding_agent',
  referrer: 'referring hosts, such as "*.google.com"',
  country: 'countries, such as DE',
  source: 'sources of views: tracker, server, drain, log',
  verdict: 'identity verdicts: verified, spoofed, unverifiable, unclaimed',
  entryPage: 'entry pages of visits',
  exitPage: 'exit pages of visits',
  browser: 'browsers, such as Firefox',
  os: 'operating systems, such as Android',
  host: 'requested hosts, such as docs.example.com',
  utmSource: 'campaign sources (utm_source)',
  utmMedium: 'campaign media (utm_medium)',
  utmCampaign: 'campaigns (utm_campaign)',
  status: 'HTTP statuses, such as 304',
  device: 'devices: desktop, mobile, tablet, tv, console',
} satisfies Record<keyof Filters, string>;

export const filterNames = Object.keys(filters) as (keyof Filters)[];

export interface FilterOptions extends Filters {
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

/** Date range and filters of an analytics command. */
export function addFilterOptions(command: Command): Command {
  for (const name of filterNames) {
    const option = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    command.option(`--${option} <value>`, `only these ${filters[name]}; repeatable; prefix "!" to exclude`, collect);
  }
  return command
    .option('--from <date>', 'start of the range, inclusive: date or date-time; default: no limit')
    .option('--to <date>', 'end of the range, exclusive; default: no limit')
    .option('--time-zone <name>', 'time zone of days and times, such as Europe/Berlin', 'UTC');
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
