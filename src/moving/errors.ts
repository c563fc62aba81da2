import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class MoveTargetMissing extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'move_target_missing',
    status: 400,
    title: 'It is not said where to move to',
    remedy:
      'Set DOCWRIGHT_MIGRATE_TO to the URL of a PostgreSQL, DOCWRIGHT_MIGRATE_VISITS to that of a ClickHouse, or both; `embedded` moves back to the data directory.',
    retryable: false,
  };
  constructor(message: string) {
    super(MoveTargetMissing.facts, message);
  }
}

export class MoveTargetNotEmpty extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'move_target_not_empty',
    status: 409,
    title: 'The place to move to holds data already',
    remedy:
      'Name a database that was just made. What an interrupted `docwright migrate` left is taken up; after one that was finished there is nothing left to do but to start the server there.',
    retryable: false,
  };
  constructor(place: string) {
    super(MoveTargetNotEmpty.facts, `${place} holds data that was not copied from here.`);
  }
}

export class MovedDiffers extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'moved_differs',
    status: 500,
    title: 'What was copied is not what was there',
    remedy:
      'Nothing is lost: what was there before is as it was. Run `docwright verify`, then `docwright migrate --finish` again; if it differs again, report it with what it says.',
    retryable: false,
  };
  constructor(differences: readonly string[]) {
    super(MovedDiffers.facts, `The copy differs: ${differences.join('; ')}.`);
  }
}

export class StillInUse extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'still_in_use',
    status: 409,
    title: 'A server still works on the data',
    remedy: 'Stop every process of Docwright, then run `docwright migrate --finish` again. Nothing was changed.',
    retryable: true,
  };
  constructor(place: string) {
    super(StillInUse.facts, `Another program has ${place} open.`);
  }
}

export class ViewsStillWaiting extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'views_still_waiting',
    status: 503,
    title: 'Views wait for ClickHouse',
    remedy: 'See that ClickHouse takes them: they lie in `visits-waiting` of the data directory. Then try again.',
    retryable: true,
  };
  constructor(views: number) {
    super(ViewsStillWaiting.facts, `${views} views wait in the data directory and are not in ClickHouse yet.`);
  }
}

export class DataMoved extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'data_moved',
    status: 409,
    title: 'The data has moved',
    remedy:
      'Set DOCWRIGHT_DATABASE_URL and DOCWRIGHT_VISITS_URL to where it moved, or unset them if it moved to the data directory. If `docwright migrate --finish` did not end well, run it again; docs/guide/moving.md says how to stay instead.',
    retryable: false,
  };
  constructor(from: string) {
    super(DataMoved.facts, `${from} was left by \`docwright migrate --finish\`.`);
  }
}

export class MoveUnfinished extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'move_unfinished',
    status: 409,
    title: 'Data is being copied to this database',
    remedy: 'Stop the server that it is copied from, and run `docwright migrate --finish` there.',
    retryable: false,
  };
  constructor(place: string) {
    super(MoveUnfinished.facts, `${place} holds a copy that is not whole yet.`);
  }
}
