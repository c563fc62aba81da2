type Permissions = Readonly<Record<string, 'read' | 'write'>>;

/** Without these no job can end in a pull request. By GitHub's names. */
const requiredPermissions: Permissions = { contents: 'write', pull_requests: 'write', metadata: 'read' };

/** What the App asks for when it is created, and tokens for, if the account has granted it. */
export const appPermissions: Permissions = {
  ...requiredPermissions,
  issues: 'read',
  checks: 'read',
  // Statuses are the checks of older services; logs of GitHub Actions need the last one.
  statuses: 'read',
  actions: 'read',
};

/** Events that GitHub reports to this server. */
export const appEvents = [
  'pull_request',
  'issue_comment',
  'pull_request_review_comment',
  'pull_request_review',
  'check_run',
  'status',
  'push',
] as const;

/** What an account has granted of what the App asks for, and what is missing, in words. */
export function readGrants(permissions: Readonly<Record<string, string>>) {
  const isGranted = ([name, level]: readonly [string, string]) =>
    [level, 'write', 'admin'].includes(permissions[name] ?? '');
  const missingOf = (wanted: Permissions) => describePermissions(wanted, (each) => !isGranted(each));
  return {
    granted: Object.fromEntries(Object.entries(appPermissions).filter(isGranted)),
    missing: missingOf(appPermissions),
    missingRequired: missingOf(requiredPermissions),
  };
}

/** Such as `pull requests: write`. */
export function describePermissions(
  permissions: Permissions,
  isShown: (permission: [string, string]) => boolean = () => true,
): string[] {
  const shown = Object.entries(permissions).filter(isShown);
  return shown.map(([name, level]) => `${name.replaceAll('_', ' ')}: ${level}`);
}
