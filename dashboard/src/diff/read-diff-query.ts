import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { answerOf } from '../api/clients.ts';
import { read } from '../reading/reader.ts';
import type { ReadDiff } from './read-diff.ts';

const unread: ReadDiff = { files: [], isCut: true };

/** Fetches a diff and reads it. What has not changed since the last time is the very same, so that it is not drawn anew. */
export function readDiffQuery(
  client: QueryClient,
  {
    queryKey,
    fetchDiff,
  }: {
    queryKey: QueryKey;
    fetchDiff: () => Promise<{ data?: string; error?: unknown; response: Response }>;
  },
) {
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<{ text: string; diff: ReadDiff }> => {
      // The client gives nothing for an empty text.
      const text = ((await answerOf(fetchDiff())) as string | undefined) ?? '';
      const before = client.getQueryData<{ text: string; diff: ReadDiff }>(queryKey);
      return before?.text === text ? before : { text, diff: await read('diff', text).catch(() => unread) };
    },
    // Comparing two large diffs line by line would hold the page for longer than drawing one of them.
    structuralSharing: false,
  });
}
