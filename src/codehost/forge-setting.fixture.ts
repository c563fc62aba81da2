import type { Forge } from '../../test/forge-double.ts';
import type { CodeHostSetting } from './code-host.conformance.ts';
import type { CodeHost } from './code-host.ts';

/** Adapts a double of this kind to the conformance suite. */
export function settingOf(
  forge: Forge,
  open: (wait: (milliseconds: number) => Promise<void>) => CodeHost,
): CodeHostSetting {
  const waits: number[] = [];
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
    review: forge.review,
    talk: { ...forge.talk, answersOnLines: forge.answersOnLines, reviewsChangeOnly: forge.reviewsChangeOnly },
    api: {
      answerAll: forge.answerAll,
      waits,
      openFromFork: (head) => {
        forge.openPull({ head, base: 'main', title: 'From a fork', body: '', isForeign: true });
      },
    },
    dispose: forge.stop,
  };
}
