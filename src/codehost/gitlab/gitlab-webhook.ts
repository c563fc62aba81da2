import { z } from 'zod';
import { changeOf } from '../change-events.ts';
import { botName, noreplyEmail } from './gitlab-discussion.ts';
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
  user: z.object({ id: z.number().optional(), username: z.string() }),
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

/** Our own test event has no project. */
const pushOrPing = z.union([
  z.object({ project: z.undefined().optional() }).transform((): WebhookEvent => ({ kind: 'ping' })),
  z.object({ project: projectSchema, ref: z.string() }).transform(({ project, ref }) => changeOf(project.web_url, ref)),
]);

const pipelineEvent = z
  .object({ project: projectSchema, object_attributes: z.object({ status: z.string() }) })
  .transform(({ project, object_attributes: { status } }): WebhookEvent | undefined =>
    status === 'success' || status === 'failed' ? { kind: 'change', repositoryUrl: project.web_url } : undefined,
  );

/** A merge request is `locked` while it is being merged. */
const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

export const gitlabWebhook: WebhookReader = {
  events: ['Comments', 'Merge request events', 'Pipeline events', 'Push events'],

  // GitLab signs nothing: `X-Gitlab-Token` is the secret itself.
  isSigned: (request, secret) => equalsInConstantTime(request.header('x-gitlab-token') ?? '', secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-gitlab-event') ?? '';
    if (name === 'Push Hook') return readEvent(name, pushOrPing, request.rawBody);
    if (name === 'Pipeline Hook') return readEvent(name, pipelineEvent, request.rawBody);
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
  user: { id, username },
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
    ...(id !== undefined && { authorEmail: noreplyEmail({ id, username }, new URL(project.web_url).hostname) }),
    pullRequestAuthor: undefined,
    isByBot: botName.test(username),
    text: note.note,
    ...placeOf(position),
    thread: { kind: position === null || position === undefined ? 'conversation' : 'line', id: note.discussion_id },
    createdAt: note.created_at,
  };
}
