import { brokenAnchor, duplicateAnchor, headingSkipsLevel } from './broken-anchor.ts';
import { brokenImport, brokenInclude, unknownComponent, frontmatterField } from './page-parts.ts';
import {
  brokenLink,
  missingFile,
  missingBase,
  missingScheme,
  redirectedLink,
  sourceEnding,
  malformedLink,
  ownRepositoryLink,
} from './broken-link.ts';
import { navigationMissingPage, unreachablePage, openapiMissingOperation } from './navigation.ts';
import { redirectLoop, redirectToNowhere } from './redirects.ts';
import { reportRules, syntaxRules } from './reported.ts';
import type { Rule, RuleFacts } from './rule.ts';
import type { Severity } from '../finding.ts';

/** Those that judge a site. */
export const siteRules: readonly Rule[] = [
  brokenLink,
  missingFile,
  brokenAnchor,
  malformedLink,
  missingScheme,
  redirectedLink,
  ownRepositoryLink,
  missingBase,
  sourceEnding,
  brokenImport,
  brokenInclude,
  unknownComponent,
  navigationMissingPage,
  unreachablePage,
  redirectLoop,
  redirectToNowhere,
  openapiMissingOperation,
  frontmatterField,
  duplicateAnchor,
  headingSkipsLevel,
];

/** Every rule by name. */
export const rules: ReadonlyMap<string, RuleFacts> = new Map(
  [...siteRules, ...syntaxRules, ...reportRules].map((rule) => [rule.name, rule]),
);

/** Names of rules that are gone, which settings may still have. */
const retired = ['template-syntax'];
const former = new Set([...retired, ...[...rules.values()].flatMap(({ formerly = [] }) => formerly)]);

/** The names by which settings may speak of a finding: its own, and those that it had before. */
export function namesOf(rule: string): readonly string[] {
  return [rule, ...(rules.get(rule)?.formerly ?? [])];
}

export function isRuleName(name: string): boolean {
  return rules.has(name) || former.has(name);
}

export function severityOf(rule: string): Severity {
  return rules.get(rule)?.severity ?? 'error';
}

/** What a rule finds and how to fix it; undefined where there is no such rule. A former name tells of all rules that it became. */
export function explainRule(name: string): string | undefined {
  const matchingRules = [...rules.values()].filter(
    (rule) => rule.name === name || rule.formerly?.includes(name) === true,
  );
  return matchingRules.length === 0 ? undefined : matchingRules.map(explained).join('\n\n');
}

function explained({ name, severity, finds, fix, example, source }: RuleFacts): string {
  return `${name} (${severity}): finds ${finds}.\nExample: ${example}\nFix: ${fix}\nSee ${source}`;
}
