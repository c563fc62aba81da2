import { remedies } from '../rules/remedies.ts';
import { rules } from '../rules/rules.ts';

export const ruleNames: readonly string[] = Object.keys(rules);

/** What a rule finds and how to put it right; undefined where there is no such rule. */
export function explainRule(name: string): string | undefined {
  const rule = rules[name];
  return rule && `${name} (${rule.severity}): ${rule.summary}.\n${remedies[name] ?? ''}`;
}
