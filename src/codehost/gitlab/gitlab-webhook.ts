import { z } from 'zod';
import { botName } from './gitlab-discussion.ts';
import { equalsInConstantTime, readEvent } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';
import { notePosition, placeOf } from './gitlab-answers.ts';

const projectSchema = z.object({ web_url: z.string() });

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
const mergeRequestEvent = z.object({
  project: projectSchema,
  object_attributes: z.object({
    iid: z.number().int().positive(),
    state: z.enum(['opened', 'closed', 'merged', 'locked']),
    /** The button "Test" sends none. */
    action: z.string().optional(),
    /** The former head, after a push. */
    oldrev: z.string().nullish(),
    draft: z.boolean().optional(),
    source_branch: z.string().optional(),
    last_commit: z.object({ id: z.string() }).nullish(),
  }),
  changes: z.object({ draft: z.object({ current: z.boolean().nullish() }).optional() }).optional(),
});

const noteEvent = z.object({
  project: projectSchema,
  user: z.object({ username: z.string() }),
  merge_request: z.object({ iid: z.number().int().positive() }).optional(),
  object_attributes: z.object({
    id: z.number(),
    note: z.string(),
    /** `2015-05-17 18:21:36 UTC`, or ISO 8601 since GitLab 17. */
    created_at: z.string(),
    discussion_id: z.string(),
    action: z.string().optional(),
    position: notePosition,
  }),
});

/** A merge request is `locked` while it is being merged. */
const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

export const gitlabWebhook: WebhookReader = {
  events: ['Comments', 'Merge request events'],

  // GitLab signs nothing: `X-Gitlab-Token` is the secret itself.
  isSigned: (request, secret) => equalsInConstantTime(request.header('x-gitlab-token') ?? '', secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-gitlab-event') ?? '';
    // The button "Test" can send this.
    if (name === 'Push Hook') return { kind: 'ping' };
    if (name === 'Note Hook') return commentOf(readEvent(name, noteEvent, request.rawBody));
    if (name !== 'Merge Request Hook') return undefined;
    return mergeRequestOf(readEvent(name, mergeRequestEvent, request.rawBody));
  },

  ping(secret) {
    const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret };
    return { headers, body: JSON.stringify({ object_kind: 'push' }) };
  },
};

function mergeRequestOf({
  project,
  object_attributes: { iid: number, state, action = '', oldrev, draft = false, source_branch, last_commit },
  changes,
}: z.infer<typeof mergeRequestEvent>): WebhookEvent {
  const isPush =
    ['open', 'reopen'].includes(action) ||
    (action === 'update' && (typeof oldrev === 'string' || changes?.draft?.current === false));
  const pushed =
    source_branch !== undefined && last_commit != null
      ? { headBranch: source_branch, headSha: last_commit.id, draft }
      : undefined;
  return {
    kind: 'pull-request',
    repositoryUrl: project.web_url,
    number,
    state: states[state],
    pushed: isPush ? pushed : undefined,
  };
}

function commentOf({
  project,
  user: { username },
  merge_request: mergeRequest,
  object_attributes: note,
}: z.infer<typeof noteEvent>): CommentEvent | undefined {
  if (mergeRequest === undefined || (note.action ?? 'create') !== 'create') return undefined;
  const { position } = note;
  return {
    kind: 'comment',
    repositoryUrl: project.web_url,
    number: mergeRequest.iid,
    id: String(note.id),
    author: username,
    pullRequestAuthor: undefined,
    isByBot: botName.test(username),
    text: note.note,
    ...placeOf(position),
    thread: { kind: position === null || position === undefined ? 'conversation' : 'line', id: note.discussion_id },
    createdAt: note.created_at,
  };
}
