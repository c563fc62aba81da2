import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ignoreRules, longestIgnorePattern } from '../site/ignore-rules.ts';
import type { SiteProblem } from '../site/site.ts';
import { settingsPath, type CheckSettings } from './rule.ts';
import { isRuleName, namesOf } from './rules.ts';

const ruleName = z.string().refine(isRuleName, { error: ({ input }) => `unknown rule ${String(input)}` });
const severity = z.enum(['error', 'warning', 'notice', 'off']);
const why = 'give a reason for later readers';
const reason = z.string(why).trim().min(1, why);
const pattern = z.string().max(longestIgnorePattern);
const schema = z.strictObject({
  ignore: z.array(pattern).default([]),
  rules: z.record(ruleName, z.union([severity, z.strictObject({ severity, reason: reason.optional() })])).default({}),
  silence: z
    .array(z.strictObject({ rule: ruleName, path: pattern.optional(), match: z.string().optional(), reason }))
    .default([]),
});

/** Reads `.docwright/check.yml`. A file that is wrong silences nothing, and is a finding itself. */
export function readCheckSettings(text: string): CheckSettings {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    return refuse(line, col, `is not valid YAML: ${fault.message.split('\n', 1)[0] ?? ''}`);
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch {
    return refuse(1, 1, 'has an alias (`*name`) whose anchor (`&name`) is not before it, or that stands for too much');
  }
  const result = schema.safeParse(value ?? {});
  if (result.success) return { apply: createApply(result.data), problems: [] };
  const issue = result.error.issues[0];
  const node = document.getIn(issue?.path ?? [], true);
  const range =
    typeof node === 'object' && node !== null && 'range' in node ? (node.range as [number] | undefined) : undefined;
  const { line, col } = lines.linePos(range?.[0] ?? 0);
  return refuse(line, col, `is wrong at \`${issue?.path.join('.') ?? ''}\`: ${reasonOf(issue)}`);
}

function reasonOf(issue: z.core.$ZodIssue | undefined): string {
  return (issue?.code === 'invalid_key' ? issue.issues[0]?.message : issue?.message) ?? '';
}

function refuse(line: number, column: number, problemText: string): CheckSettings {
  const message = `${settingsPath} ${problemText.replace(/\.$/u, '')}. The whole file is ignored.`;
  return {
    apply: (_problem, severity) => severity,
    problems: [{ path: settingsPath, rule: 'check-settings', line, column, message }],
  };
}

function createApply(settings: z.infer<typeof schema>): CheckSettings['apply'] {
  const ignored = ignoreRules(settings.ignore);
  const silences = settings.silence.map(({ rule, path, match }) => {
    const paths = ignoreRules([path ?? '**']);
    return ({ rule: name, path: findingPath, message }: Pick<SiteProblem, 'rule' | 'path' | 'message'>): boolean =>
      namesOf(name).includes(rule) && paths.ignores(findingPath) && (match === undefined || message.includes(match));
  });
  return (problem, severity) => {
    if (ignored.ignores(problem.path) || silences.some((silence) => silence(problem))) return undefined;
    const [entry] = namesOf(problem.rule).flatMap((name) => settings.rules[name] ?? []);
    const chosenSeverity = typeof entry === 'object' ? entry.severity : entry;
    return chosenSeverity === 'off' ? undefined : (chosenSeverity ?? severity);
  };
}
