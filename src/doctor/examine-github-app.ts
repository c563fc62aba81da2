import type { ConnectedApp } from '../contract/github-app.ts';
import { counted } from '../kernel/counted.ts';
import type { Outcome } from './examination.ts';

/** Where the GitHub App reaches repositories. What each project lacks, the examination of its repository says. */
export function examineGithubApp(app: ConnectedApp | undefined): Outcome {
  if (app === undefined)
    return { state: 'ok', message: 'No GitHub App is connected. Projects on GitHub use tokens.', remedy: null };
  const { name, installUrl, installations, problem, projects, webhook } = app;
  if (problem !== null) return { state: 'error', ...problem };
  const impaired = installations.filter(
    ({ suspended, missingPermissions: missing }) => suspended || missing.length > 0,
  );
  if (installations.length === 0)
    return { state: 'warning', message: `${name} is installed nowhere.`, remedy: `Install it: ${installUrl}` };
  if (impaired.length > 0) {
    const parts = impaired.map(({ account, suspended, missingPermissions }) =>
      suspended ? `${account} suspended it` : `${account} has not granted ${missingPermissions.join(', ')}`,
    );
    const urls = impaired.map(({ url }) => url).join(' ');
    return { state: 'warning', message: `${name}: ${parts.join('; ')}.`, remedy: `Open ${urls}` };
  }
  if (webhook === 'elsewhere')
    return {
      state: 'warning',
      message: `${name} sends its webhooks to another address.`,
      remedy: "Set the webhook URL in the App's settings on GitHub to this server's /v1/webhooks/github.",
    };
  const accounts = installations.map(({ account, repositories }) => `${account} (${repositories} repositories)`);
  const events = webhook === 'none' ? ' It sends no webhooks, so pull requests are checked every minute.' : '';
  return {
    state: 'ok',
    message: `${name} reaches ${accounts.join(', ')}; used by ${counted(projects.length, 'project')}.${events}`,
    remedy: null,
  };
}
