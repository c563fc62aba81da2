import { defineError } from '../kernel/app-error.ts';

export const ThreadNotFound = defineError(
  {
    code: 'thread_not_found',
    status: 404,
    title: 'Unknown conversation',
    remedy: 'Docwright has no assistant. The README lists the supported operations of the hosted product.',
  },
  (threadId: string) => `There is no conversation ${JSON.stringify(threadId.slice(0, 64))}.`,
);

export const SavedViewNotFound = defineError(
  {
    code: 'saved_view_not_found',
    status: 404,
    title: 'Unknown saved view',
    remedy: {
      settings: 'It may have been removed. Reload the page.',
      otherwise: "Run `docwright view list` to see the project's saved views and their ids.",
    },
  },
  (id: string) => `There is no saved view with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const ChartNoteNotFound = defineError(
  {
    code: 'chart_note_not_found',
    status: 404,
    title: 'Unknown note',
    remedy: {
      settings: 'It may have been removed. Reload the page.',
      otherwise: 'List the notes of the project to see their ids.',
    },
  },
  (id: string) => `There is no note with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const TooManyNotes = defineError(
  {
    code: 'too_many_notes',
    status: 409,
    title: 'Limit of notes reached',
    remedy: 'Remove notes that are no longer needed.',
  },
  (most: number) => `The project already has the maximum of ${most} notes.`,
);

export const ShareLinkNotFound = defineError(
  {
    code: 'share_link_not_found',
    status: 404,
    title: 'Unknown share link',
    remedy: {
      settings: 'It may have been revoked. Reload the page.',
      otherwise: "Run `docwright share list` to see the project's share links and their ids.",
    },
  },
  (id: string) => `There is no share link with the id ${JSON.stringify(id.slice(0, 64))}.`,
);

export const ViewNameTaken = defineError(
  {
    code: 'view_name_taken',
    status: 409,
    title: 'Name already in use',
    remedy: 'Choose another name, or remove the existing one first.',
  },
  (name: string) => ({
    message: `The project already has one named ${JSON.stringify(name)}.`,
    details: [{ field: 'name', message: 'taken' }],
  }),
);

export const TooManyViews = defineError(
  {
    code: 'too_many_views',
    status: 409,
    title: 'Limit reached',
    remedy: 'Remove those that are no longer needed.',
  },
  (most: number) => `The project already has the maximum of ${most}.`,
);
