import { z } from 'zod';
import { botName } from './gitlab-discussion.ts';
import { isSame, readEvent } from '../signed-event.ts';
import type { CommentEvent, WebhookEvent, WebhookReader } from '../webhook.ts';

const project = z.object({ web_url: z.string() });

/** https://docs.gitlab.com/user/project/integrations/webhook_events/ */
const mergeRequestEvent = z.object({
  project,
  object_attributes: z.object({
    iid: z.number().int().positive(),
    state: z.enum(['opened', 'closed', 'merged', 'locked']),
  }),
});

const noteEvent = z.object({
  project,
  user: z.object({ username: z.string() }),
  merge_request: z.object({ iid: z.number().int().positive() }).optional(),
  object_attributes: z.object({
    id: z.number(),
    note: z.string(),
    /** `2015-05-17 18:21:36 UTC`, or ISO 8601 since GitLab 17. */
    created_at: z.string(),
    discussion_id: z.string(),
    action: z.string().optional(),
    position: z
      .object({
        new_path: z.string().nullish(),
        old_path: z.string().nullish(),
        new_line: z.number().nullish(),
        old_line: z.number().nullish(),
      })
      .nullish(),
  }),
});

/** While a merge request is merged, it is `locked` for a moment. */
const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const;

export const gitlabWebhook: WebhookReader = {
  events: ['Comments', 'Merge request events'],

  // GitLab signs nothing: `X-Gitlab-Token` is the secret itself.
  isSigned: (request, secret) => isSame(request.header('x-gitlab-token') ?? '', secret),

  read(request): WebhookEvent | undefined {
    const name = request.header('x-gitlab-event') ?? '';
    // One of those that the button Test sends.
    if (name === 'Push Hook') return { kind: 'ping' };
    if (name === 'Note Hook') return commentOf(readEvent(name, noteEvent, request.rawBody));
    if (name !== 'Merge Request Hook') return undefined;
    const { project: of, object_attributes: reported } = readEvent(name, mergeRequestEvent, request.rawBody);
    return { kind: 'pull-request', repositoryUrl: of.web_url, number: reported.iid, state: states[reported.state] };
  },

  ping(secret) {
    const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret };
    return { headers, body: JSON.stringify({ object_kind: 'push' }) };
  },
};

function commentOf({
  project: of,
  user: { username },
  merge_request: mergeRequest,
  object_attributes: note,
}: z.infer<typeof noteEvent>): CommentEvent | undefined {
  if (mergeRequest === undefined || (note.action ?? 'create') !== 'create') return undefined;
  const { position } = note;
  return {
    kind: 'comment',
    repositoryUrl: of.web_url,
    number: mergeRequest.iid,
    id: String(note.id),
    author: username,
    pullRequestAuthor: undefined,
    isByProgram: botName.test(username),
    text: note.note,
    path: position?.new_path ?? position?.old_path ?? undefined,
    line: position?.new_line ?? position?.old_line ?? undefined,
    thread: { kind: position === null || position === undefined ? 'conversation' : 'line', id: note.discussion_id },
    createdAt: note.created_at,
  };
}
