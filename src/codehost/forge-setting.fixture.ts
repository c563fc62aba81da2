import { undescribed } from '../../test/descriptions/described-requests.ts';
import type { Forge } from '../../test/forge-double.ts';
import type { CodeHostSetting } from './code-host.conformance.ts';
import type { CodeHost } from './code-host.ts';

/** Adapts a double of this kind to the conformance suite. */
export function settingOf(
  forge: Forge,
  open: (wait: (milliseconds: number) => Promise<void>) => CodeHost,
  {
    hasIssues = true,
    hasReviews = true,
    description,
  }: { hasIssues?: boolean; hasReviews?: boolean; description?: { hosts: readonly string[]; basePath: string } } = {},
): CodeHostSetting {
  const waits: number[] = [];
  const { writer, comment } = forge.talk;
  return {
    host: open((milliseconds) => Promise.resolve(void waits.push(milliseconds))),
    token: forge.token,
    repository: { url: forge.repositoryUrl, baseBranch: undefined },
    missingRepository: { url: `${forge.repositoryUrl}-missing`, baseBranch: undefined },
    pushBranch: forge.pushBranch,
    pushEmptyBranch: forge.pushEmptyBranch,
    readBody: (number) => Promise.resolve(forge.pull(number)?.body ?? ''),
    closePullRequest: forge.close,
    mergePullRequest: forge.merge,
    ...(hasReviews && { review: forge.review }),
    talk: {
      ...(hasIssues ? forge.talk : { writer, comment, commentOnLine: forge.talk.commentOnLine.bind(forge.talk) }),
      answersOnLines: forge.answersOnLines,
      reviewsChangeOnly: forge.reviewsChangeOnly,
    },
    api: {
      answerAll: forge.answerAll,
      waits,
      undescribed: () => {
        if (description === undefined) return [];
        const { hosts, basePath } = description;
        const sent = forge.requests
          .filter(({ url }) => url.startsWith(basePath))
          .map((request) => ({ ...request, url: request.url.slice(basePath.length) }));
        return hosts.flatMap((host) => undescribed(host, sent));
      },
      openFromFork: (head) => {
        forge.openPull({ head, base: 'main', title: 'From a fork', body: '', isForeign: true });
      },
    },
    dispose: forge.stop,
  };
}
