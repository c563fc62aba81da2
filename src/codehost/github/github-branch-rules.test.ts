import { afterAll, beforeAll, expect, it } from 'vitest';
import { startGithubDouble, type GithubDouble } from '../../../test/github-double.ts';
import { BranchNotAllowed } from '../errors.ts';
import { createGithubCodeHost } from './github-code-host.ts';

let double: GithubDouble;
let rulesets = 0;
beforeAll(async () => {
  double = await startGithubDouble();
});
afterAll(() => double.close());
const signal = new AbortController().signal;

/** What GitHub says of a branch that these rules hold for. */
function check(rules: readonly object[], bypass = 'never') {
  rulesets += 1;
  const body = rules.map((rule) => ({ ...rule, ruleset_id: rulesets }));
  const repository = { url: double.repositoryUrl, baseBranch: undefined };
  double.fail(/^GET .*\/rules\/branches\/docwright%2Fx$/, { status: 200, body });
  double.fail(new RegExp(`^GET .*/rulesets/${rulesets}$`), {
    status: 200,
    body: { name: 'Names', current_user_can_bypass: bypass },
  });
  const host = createGithubCodeHost({ apiUrl: double.apiUrl, token: double.token });
  return host.requireBranchAllowed?.({ repository, headBranch: 'docwright/x' }, signal);
}
const named = (operator: string, pattern: string, negate = false) => [
  { type: 'branch_name_pattern', parameters: { operator, pattern, negate } },
];

it.each([
  ['nobody may make branches', [{ type: 'creation' }]],
  ['names must begin otherwise', named('starts_with', 'team/')],
  ['names must not hold a part', named('contains', 'docwright', true)],
])('a branch is refused where %s, with the name of the ruleset', async (_, rules) => {
  const error: unknown = await check(rules)?.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BranchNotAllowed);
  expect(error).toMatchObject({ message: expect.stringContaining('"Names"') as string });
});

it('a branch is allowed where rules say something else, this token may pass, or nothing is known', async () => {
  await check([{ type: 'deletion' }]);
  await check(named('starts_with', 'docwright/'));
  await check(named('regex', '^(a+)+$'));
  await check([{ type: 'creation' }], 'always');
  await check([{ message: 'no rule' }]);
  double.fail(/^GET .*\/rules\/branches\/docwright%2Fx$/, { status: 404, body: { message: 'Not Found' } });
  const host = createGithubCodeHost({ apiUrl: double.apiUrl, token: double.token });
  const repository = { url: double.repositoryUrl, baseBranch: undefined };
  await host.requireBranchAllowed?.({ repository, headBranch: 'docwright/x' }, signal);
});
