import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class ThreadNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'thread_not_found',
    status: 404,
    title: 'No such conversation',
    remedy: 'Docwright has no assistant; the README says which operations of the hosted product it serves.',
    retryable: false,
  };
  constructor(threadId: string) {
    super(ThreadNotFound.facts, `There is no conversation ${JSON.stringify(threadId.slice(0, 64))}.`);
  }
}

export class SavedViewNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'saved_view_not_found',
    status: 404,
    title: 'There is no such saved view',
    remedy: '`docwright view list` shows the saved views of a project with their ids.',
    retryable: false,
  };
  constructor(id: string) {
    super(SavedViewNotFound.facts, `There is no saved view with the id ${JSON.stringify(id.slice(0, 64))}.`);
  }
}

export class ShareLinkNotFound extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'share_link_not_found',
    status: 404,
    title: 'There is no such share link',
    remedy: '`docwright share list` shows the share links of a project with their ids.',
    retryable: false,
  };
  constructor(id: string) {
    super(ShareLinkNotFound.facts, `There is no share link with the id ${JSON.stringify(id.slice(0, 64))}.`);
  }
}

export class ViewNameTaken extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'view_name_taken',
    status: 409,
    title: 'Another one has this name',
    remedy: 'Choose another name, or remove the other one first.',
    retryable: false,
  };
  constructor(name: string) {
    super(ViewNameTaken.facts, `The project has one named ${JSON.stringify(name)} already.`, {
      details: [{ field: 'name', message: 'taken' }],
    });
  }
}

export class TooManyViews extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'too_many_views',
    status: 409,
    title: 'The project has as many as it may have',
    remedy: 'Remove those that nobody needs any more.',
    retryable: false,
  };
  constructor(most: number) {
    super(TooManyViews.facts, `The project has ${most} already.`);
  }
}
