import { createColumnReader } from './column-log.ts';
import { commonLog } from './common-log.ts';
import { caddyLog, jsonLines } from './json-log.ts';
import { createTemplateReader, templateParts, type Escapes } from './line-template.ts';
import type { LineReader, LogFormat, Misfit } from './log-format.ts';
import { logfmtLog } from './logfmt-log.ts';
import { createUnwrappingReader } from './unwrap-line.ts';

/**
 * Formats that are told by their form alone, each in every spelling that its program writes. `$unused` is read over, and so is
 * `$more`, what later versions put behind.
 */
const templates: readonly (Pick<LogFormat, 'name' | 'description'> & {
  readonly lines: readonly string[];
  readonly escapes?: Escapes;
})[] = [
  {
    name: 'traefik',
    description: 'Traefik, its common log format',
    escapes: 'none',
    lines: [
      '$forwarded_host - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $count "$router" "$service" ${request_time}ms',
    ],
  },
  {
    name: 'alb',
    description: 'AWS Application or Classic Load Balancer',
    lines: [
      '$load_balancer $time $elb $client_endpoint $unused $unused $unused $unused $status $unused $body_bytes_sent $bytes_sent "$request" "$http_user_agent" $more',
      '$time $elb $client_endpoint $unused $unused $unused $unused $status $unused $body_bytes_sent $bytes_sent "$request" "$http_user_agent" $more',
    ],
  },
  {
    name: 's3',
    description: 'Amazon S3 server access log',
    escapes: 'none',
    lines: [
      '$owner $server_name [$time_local] $remote_addr $requester $request_id $operation $key "$request" $status $error $body_bytes_sent $bytes_sent $request_time $request_time "$http_referer" "$http_user_agent"$more',
    ],
  },
  {
    name: 'haproxy',
    description: 'HAProxy HTTP log, also with captured headers',
    escapes: 'hash',
    lines: ['', '{$captured} ', '{$captured} {$captured} '].map(
      (captured) =>
        `$client_endpoint [$time_local] $frontend $backend $timers $status $bytes_sent $unused $unused $state $connections $queues ${captured}"$request"$more`,
    ),
  },
  {
    name: 'envoy',
    description: 'Envoy and Istio, text of their default formats',
    escapes: 'none',
    lines: ['', '$details $termination "$failure" '].map(
      (details) =>
        `[$time] "$request_method $request_uri $protocol" $status $flags ${details}$body_bytes_received $bytes_sent $duration $upstream_time "$http_x_forwarded_for" "$http_user_agent" "$request_id" "$http_host" "$upstream"$more`,
    ),
  },
  {
    name: 'bunny',
    description: 'Bunny CDN',
    escapes: 'none',
    lines: [
      '$cache|$status|$msec|$bytes_sent|$zone|$client_ip|$http_referer|$url|$edge|$http_user_agent|$request_id|$country',
    ],
  },
  {
    name: 'nginx-proxy-manager',
    description: 'Nginx Proxy Manager',
    lines: [
      '[$time_local] $cache $upstream $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip] [Sent-to $server] "$http_user_agent" "$http_referer"',
      '[$time_local] $status - $request_method $scheme $host "$request_uri" [Client $remote_addr] [Length $body_bytes_sent] [Gzip $gzip] "$http_user_agent" "$http_referer"',
    ],
  },
];

/** All formats of log files. Where two understand a sample equally well, the earlier one is taken. */
export const logFormats: readonly LogFormat[] = [
  ...templates.map(({ name, description, lines, escapes }) => ({
    name,
    description,
    holdsAnyText: true,
    createReader: () => firstThatFits(lines.map((line) => createTemplateReader(templateParts(line), escapes))),
  })),
  commonLog,
  caddyLog,
  jsonLines,
  {
    name: 'cloudfront',
    description: 'Amazon CloudFront standard log',
    createReader: () => createColumnReader({ isTabbed: true }),
  },
  {
    name: 'w3c',
    description: 'W3C extended log (IIS, Imperva), or CSV with a header (Google Cloud Storage)',
    createReader: () => createColumnReader({ isTabbed: false }),
  },
  logfmtLog,
];

/** Says of a line that fits none what the first reader says. */
function firstThatFits(readers: readonly LineReader[]): LineReader {
  return (line) => {
    const [first, ...others] = readers;
    const reading = first?.(line);
    if (reading?.rejected === undefined) return reading;
    for (const read of others) {
      const other = read(line);
      if (other?.rejected !== 'form') return other;
    }
    return reading;
  };
}

/** A format and how well it understood a sample. */
export interface DetectedFormat {
  readonly format: LogFormat;
  /** Lines that became hits. */
  readonly understood: number;
  /** Lines that hold a record of any kind. */
  readonly records: number;
  /** Lines of which hardly anything fits, as those of other programs. */
  readonly strangers: number;
  /** The first line that did not fit: its index in the sample, and where it left the format. */
  readonly misfit: ({ readonly index: number } & Misfit) | undefined;
}

/**
 * The format that reads most of the sample, or the nearest. `isCertain` when it reads at least half of its records; from three on,
 * lines of other programs do not count, since containers write all into one log.
 */
export function detectLogFormat(
  sample: readonly string[],
): (DetectedFormat & { readonly isCertain: boolean }) | undefined {
  const tried = logFormats.map((format) => tryFormat(format, sample));
  let best: DetectedFormat | undefined;
  for (const attempt of tried) if (attempt.understood > (best?.understood ?? 0)) best = attempt;
  if (best !== undefined) {
    const { understood, records, strangers } = best;
    const compared = understood < fewestUnderstood ? records : records - strangers;
    return { ...best, isCertain: understood * 2 >= compared };
  }
  // None reads a line: the nearest is the one of which most fitted.
  const shareOf = ({ format, misfit }: DetectedFormat) =>
    misfit === undefined ? -1 : Math.max(misfit.share ?? 0, format === commonLog ? commonest : 0);
  const nearest = tried.reduce((before, attempt) => (shareOf(attempt) > shareOf(before) ? attempt : before));
  return shareOf(nearest) < 0 ? undefined : { ...nearest, isCertain: false };
}

const fewestUnderstood = 3;
/** How much of a format fits a line that is meant to be of it. */
const leastShare = 0.3;
/** What is named where no format fits at all. */
const commonest = 0.05;

function tryFormat(format: LogFormat, sample: readonly string[]): DetectedFormat {
  const read = createUnwrappingReader(format);
  let understood = 0;
  let records = 0;
  let strangers = 0;
  let misfit: DetectedFormat['misfit'];
  for (const [index, line] of sample.entries()) {
    const reading = read(line);
    if (reading === undefined) continue;
    records += 1;
    if (reading.hit === undefined && (reading.share ?? 0) < leastShare) strangers += 1;
    if (reading.hit !== undefined) understood += 1;
    else if (reading.column !== undefined && reading.expected !== undefined) {
      const { column, expected, share = 0 } = reading;
      misfit ??= { index, column, expected, share };
    }
  }
  return { format, understood, records, strangers, misfit };
}
