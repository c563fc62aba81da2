import { useQueries } from '@tanstack/react-query';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/loaded.tsx';
import { totalsQuery, type Wanted } from './analytics.ts';
import { CountHeads, CountRow } from './counts-table.tsx';

const nobody = { human: 0, ai: 0, total: 0 };

/** Hosts that refer readers, as filters take them. */
const hosts = {
  'Search engines': [
    ...['*google.*', '*bing.com', '*duckduckgo.com', '*yahoo.*', '*ecosia.org', '*kagi.com', '*baidu.com'],
    ...['*yandex.*', '*brave.com', '*qwant.com', '*startpage.com', '!gemini.google.com'],
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
const channels: readonly (readonly [name: string, referrers: readonly string[]])[] = [
  ['No referrer', ['(none)']],
  ...Object.entries(hosts),
];

/** Where readers come from, by kind. */
export function Channels({ projectId, wanted }: { projectId: string; wanted: Wanted }) {
  // Referrers that are wanted and those of a channel would be alternatives.
  if (wanted.referrer?.some((value) => !value.startsWith('!')) === true)
    return <p className="muted small table-footer">Remove the filter by referrer to see channels.</p>;
  return <CountedChannels projectId={projectId} wanted={wanted} />;
}

/** Each is counted by itself: who comes by two channels is in both. */
function CountedChannels({ projectId, wanted }: { projectId: string; wanted: Wanted }) {
  const queries = useQueries({
    queries: channels.map(([, referrers]) =>
      totalsQuery(projectId, { ...wanted, referrer: [...(wanted.referrer ?? []), ...referrers] }),
    ),
  });
  const failed = queries.find(({ error }) => error !== null);
  if (failed !== undefined) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (queries.some(({ isPending }) => isPending)) return <Skeleton rows={5} />;
  const rows = channels.map(([name], index) => ({ name, counts: queries[index]?.data ?? nobody }));
  const largest = Math.max(1, ...rows.map(({ counts }) => counts.total));
  return (
    <table className="counts" aria-label="Channels">
      <CountHeads name="Channel" />
      <tbody>
        {rows.map(({ name, counts }) => (
          <CountRow key={name} share={counts.total / largest} counts={counts} name={<bdi>{name}</bdi>} />
        ))}
      </tbody>
    </table>
  );
}
