/** What happened, as the middle of a sentence between who did it and what it was done to. */
const sentences: Readonly<Record<string, string>> = {
  'session.start': 'signed in as',
  'session.end': 'ended a session in',
  'password.change': 'changed the password of',
  'password.reset_link': 'asked for a link to reset the password of',
  'password.reset': 'reset the password of',
  'member.invite': 'made an invitation link for the role',
  'invitation.withdraw': 'withdrew the invitation',
  'member.join': 'let in',
  'member.connect': 'connected with the identity provider:',
  'member.rename': 'changed the name of',
  'member.remove': 'removed',
  'member.make_owner': 'made an owner of',
  'member.make_editor': 'made an editor of',
  'member.make_viewer': 'made a viewer of',
  'project.create': 'created the project',
  'project.update': 'changed settings of',
  'project.remove': 'deleted the project',
  'project.secret.set': 'stored the secret',
  'project.secret.remove': 'removed the secret',
  'server.secret.set': 'stored for all projects the secret',
  'server.secret.remove': 'removed for all projects the secret',
  'pull_request.merge': 'merged the pull request',
  'pull_request.close': 'closed the pull request',
  'pull_request.reopen': 'reopened the pull request',
  'key.create': 'created the key',
  'key.revoke': 'revoked the key',
  'view.save': 'saved the view',
  'view.remove': 'removed the view',
  'share.create': 'shared the numbers by the link',
  'share.revoke': 'revoked the share link',
  'weekly_mail.add': 'sends the weekly mail to',
  'weekly_mail.remove': 'stopped the weekly mail to',
  'weekly_mail.unsubscribe': 'wants no more weekly mail:',
};

export function auditSentence(action: string): string {
  // An action of a newer server is still readable.
  return sentences[action] ?? action.replaceAll(/[._]/g, ' ');
}
