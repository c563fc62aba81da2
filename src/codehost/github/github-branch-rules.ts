import { z } from 'zod';
import { BranchNotAllowed, PermissionMissing } from '../errors.ts';
import type { OpenedRepository } from '../server-connection.ts';

const ruleSchema = z.object({
  type: z.string(),
  ruleset_id: z.number().optional(),
  parameters: z
    .object({ operator: z.string(), pattern: z.string(), negate: z.boolean().optional() })
    .optional()
    .catch(undefined),
});
type Rule = z.infer<typeof ruleSchema>;
const rulesetSchema = z.object({ name: z.string(), current_user_can_bypass: z.string().optional() });

class Unknown extends Error {}

/**
 * Throws `BranchNotAllowed` where a ruleset keeps this token from making the branch. What GitHub does not tell is no reason:
 * an older Enterprise Server has no rulesets, and a push then says what is wrong.
 */
export async function requireBranchAllowed(
  { api, about, path: name }: OpenedRepository,
  headBranch: string,
): Promise<void> {
  const read = (path: string): Promise<unknown> =>
    api
      .send(
        { ...about('read branch rules'), path: `/repos/${name}/${path}`, refused: () => new Unknown() },
        z.unknown(),
      )
      .catch((error: unknown) => {
        if (error instanceof Unknown || error instanceof PermissionMissing) return undefined;
        throw error;
      });
  const rules =
    z.array(ruleSchema).safeParse(await read(`rules/branches/${encodeURIComponent(headBranch)}`)).data ?? [];
  for (const { ruleset_id: id } of rules.filter((rule) => forbids(rule, headBranch))) {
    if (id === undefined) continue;
    const { data: ruleset } = rulesetSchema.safeParse(await read(`rulesets/${id}`));
    if (ruleset?.current_user_can_bypass === 'never') throw new BranchNotAllowed(name, headBranch, ruleset.name);
  }
}

/** Patterns that are expressions are left to GitHub: nobody's expression runs here. */
function forbids({ type, parameters }: Rule, branch: string): boolean {
  if (type === 'creation') return true;
  if (type !== 'branch_name_pattern' || parameters === undefined) return false;
  const { operator, pattern, negate = false } = parameters;
  const tests: Readonly<Record<string, boolean>> = {
    starts_with: branch.startsWith(pattern),
    ends_with: branch.endsWith(pattern),
    contains: branch.includes(pattern),
  };
  const matches = tests[operator];
  return matches !== undefined && matches === negate;
}
