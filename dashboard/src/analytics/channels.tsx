import { useQueries } from '@tanstack/react-query';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { totalsQuery, type Wanted } from './analytics.ts';

const number = new Intl.NumberFormat();

/** Hosts that refer readers, as filters take them. */
const hosts = {
  'Search engines': [
    ...['*google.*', '*bing.com', '*duckduckgo.com', '*yahoo.*', '*ecosia.org', '*kagi.com', '*baidu.com'],
    ...['*yandex.*', '*brave.com', '*qwant.com', '*startpage.com'],
  ],
  'AI products': [
    ...['*chatgpt.com', '*openai.com', '*claude.ai', '*perplexity.ai', '*gemini.google.com', '*copilot.microsoft.com'],
    ...['*you.com', '*phind.com', '*grok.com', '*deepseek.com', '*mistral.ai', '*poe.com'],
  ],
  'Social networks': [
    ...['*twitter.com', 't.co', 'x.com', '*facebook.com', '*linkedin.com', 'lnkd.in', '*reddit.com', '*youtube.com'],
    ...[
      'news.ycombinator.com',
      '*mastodon.*',
      '*bsky.app',
      '*instagram.com',
      '*discord.com',
      '*slack.com',
      '*lobste.rs',
    ],
  ],
  'Code and packages': [
    ...['*github.com', '*gitlab.com', '*bitbucket.org', '*stackoverflow.com', '*stackexchange.com', '*npmjs.com'],
    ...['*pypi.org', '*crates.io', '*pkg.go.dev', '*dev.to'],
  ],
} as const;
// Google's assistant is no search.
const exceptions: Readonly<Record<string, readonly string[]>> = { 'Search engines': ['!gemini.google.com'] };

const channels: readonly (readonly [name: string, referrers: readonly string[]])[] = [
  ['No referrer', ['(none)']],
  ...Object.entries(hosts).map(([name, list]) => [name, [...list, ...(exceptions[name] ?? [])]] as const),
];

/** Where readers come from, by kind. Each is counted by itself: who comes by two channels is in both. */
export function Channels({ projectId, wanted }: { projectId: string; wanted: Wanted }) {
  const queries = useQueries({
    queries: channels.map(([, referrers]) =>
      totalsQuery(projectId, { ...wanted, referrer: [...(wanted.referrer ?? []), ...referrers] }),
    ),
  });
  const failed = queries.find(({ error }) => error !== null);
  if (failed !== undefined) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (queries.some(({ isPending }) => isPending)) return <Skeleton rows={5} />;
  const rows = channels.map(([name], index) => ({ name, counts: queries[index]?.data }));
  const largest = Math.max(1, ...rows.map(({ counts }) => counts?.total ?? 0));
  return (
    <table className="counts" aria-label="Channels">
      <thead>
        <tr>
          <th scope="col">Channel</th>
          <th scope="col" className="human">
            People
          </th>
          <th scope="col" className="ai">
            AI
          </th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <th scope="row">
              <span className="share" style={{ width: `${((counts?.total ?? 0) / largest) * 100}%` }} />
              <bdi>{name}</bdi>
            </th>
            <td className="human">{number.format(counts?.human ?? 0)}</td>
            <td className="ai">{number.format(counts?.ai ?? 0)}</td>
            <td>{number.format(counts?.total ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
