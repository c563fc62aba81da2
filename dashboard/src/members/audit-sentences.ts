/** Sentence parts between actor and target, by action. */
const sentences: Readonly<Record<string, string>> = {
  'session.start': 'signed in as',
  'session.end': 'ended a session in',
  'password.change': 'changed the password of',
  'password.reset_link': 'requested a password reset link for',
  'password.reset': 'reset the password of',
  'member.invite': 'created an invitation for the role',
  'invitation.withdraw': 'withdrew the invitation',
  'member.join': 'admitted',
  'member.connect': 'connected the identity provider to',
  'member.rename': 'changed the name of',
  'member.remove': 'removed',
  'member.make_owner': 'gave the owner role to',
  'member.make_editor': 'gave the editor role to',
  'member.make_viewer': 'gave the viewer role to',
  'project.create': 'created the project',
  'project.update': 'changed settings of',
  'project.remove': 'deleted the project',
  'project.secret.set': 'stored the secret',
  'project.secret.remove': 'removed the secret',
  'server.secret.set': 'stored the secret of all projects',
  'server.secret.remove': 'removed the secret of all projects',
  'github_app.connect': 'connected the GitHub App',
  'github_app.disconnect': 'disconnected the GitHub App',
  'pull_request.merge': 'merged the pull request',
  'pull_request.close': 'closed the pull request',
  'pull_request.reopen': 'reopened the pull request',
  'key.create': 'created the key',
  'key.revoke': 'revoked the key',
  'view.save': 'saved the view',
  'view.remove': 'removed the view',
  'share.create': 'created the share link',
  'share.revoke': 'revoked the share link',
  'weekly_mail.add': 'added the weekly mail recipient',
  'weekly_mail.remove': 'removed the weekly mail recipient',
  'weekly_mail.unsubscribe': 'unsubscribed from the weekly mail:',
};

export function auditSentence(action: string): string {
  // Unknown actions come from a newer server.
  return sentences[action] ?? action.replaceAll(/[._]/g, ' ');
}
