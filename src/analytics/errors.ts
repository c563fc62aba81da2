import { defineError } from '../kernel/app-error.ts';

export const ThreadNotFound = defineError(
  {
    code: 'thread_not_found',
    status: 404,
    title: 'No such conversation',
    remedy: 'Docwright has no assistant; the README says which operations of the hosted product it serves.',
  },
  (threadId: string) => `There is no conversation ${JSON.stringify(threadId.slice(0, 64))}.`,
);

export const SavedViewNotFound = defineError(
  {
    code: 'saved_view_not_found',
    status: 404,
    title: 'There is no such saved view',
    remedy: {
      settings: 'It may have been removed: reload the page.',
      otherwise: '`docwright view list` shows the saved views of a project with their ids.',
    },
  },
  (id: string) => `There is no saved view with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const ShareLinkNotFound = defineError(
  {
    code: 'share_link_not_found',
    status: 404,
    title: 'There is no such share link',
    remedy: {
      settings: 'It may have been revoked: reload the page.',
      otherwise: '`docwright share list` shows the share links of a project with their ids.',
    },
  },
  (id: string) => `There is no share link with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const ViewNameTaken = defineError(
  {
    code: 'view_name_taken',
    status: 409,
    title: 'Another one has this name',
    remedy: 'Choose another name, or remove the other one first.',
  },
  (name: string) => ({
    message: `The project has one named ${JSON.stringify(name)} already.`,
    details: [{ field: 'name', message: 'taken' }],
  }),
);

export const TooManyViews = defineError(
  {
    code: 'too_many_views',
    status: 409,
    title: 'The project has as many as it may have',
    remedy: 'Remove those that nobody needs any more.',
  },
  (most: number) => `The project has ${most} already.`,
);
