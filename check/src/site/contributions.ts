import type { PageFacts } from '../page/page-facts.ts';

/** The table of all-contributors links every kind of contribution to an anchor that it does not make. https://allcontributors.org */
const contribution =
  /^(?:a11y|audio|blog|bug|business|code|content|data|design|doc|eventOrganizing|example|financial|fundingFinding|ideas|infra|maintenance|mentoring|platform|plugin|projectManagement|promotion|question|research|review|security|talk|test|tool|translation|tutorial|userTesting|video)-[\w-]+$/u;

/** True for such an anchor on a page with the table, which leads to what each of them committed or to the specification. */
export function isContribution(anchor: string, facts: PageFacts | undefined): boolean {
  return (
    contribution.test(anchor) && facts?.links.some(({ url }) => /allcontributors\.org|[?&]author=/u.test(url)) === true
  );
}
