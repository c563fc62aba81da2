import { defineError } from '../kernel/app-error.ts';

export const MoveTargetMissing = defineError(
  {
    code: 'move_target_missing',
    status: 400,
    title: 'Migration target missing',
    remedy:
      'Set DOCWRIGHT_MIGRATE_TO to a PostgreSQL URL, DOCWRIGHT_MIGRATE_VISITS to a ClickHouse URL, or both. Use `embedded` to move back to the data directory.',
  },
  (message: string) => message,
);

export const MoveTargetNotEmpty = defineError(
  {
    code: 'move_target_not_empty',
    status: 409,
    title: 'Migration target not empty',
    remedy:
      'Use a new, empty database. An interrupted `docwright migrate` continues; after a finished one, just start the server there.',
  },
  (place: string) => `${place} contains data that was not copied from here.`,
);

export const MovedDiffers = defineError(
  {
    code: 'moved_differs',
    status: 500,
    title: 'Copy differs from the original',
    remedy:
      'Nothing is lost: the original is unchanged. Run `docwright verify`, then `docwright migrate --finish` again. If it differs again, report it with this message.',
  },
  (differences: readonly string[]) => `The copy differs: ${differences.join('; ')}.`,
);

export const StillInUse = defineError(
  {
    code: 'still_in_use',
    status: 409,
    title: 'A server still works on the data',
    remedy: 'Stop every process of Docwright, then run `docwright migrate --finish` again. Nothing was changed.',
    retryable: true,
  },
  (place: string) => `Another program has ${place} open.`,
);

export const ViewsStillWaiting = defineError(
  {
    code: 'views_still_waiting',
    status: 503,
    title: 'Views wait for ClickHouse',
    remedy: 'See that ClickHouse takes them: they lie in `visits-waiting` of the data directory. Then try again.',
    retryable: true,
  },
  (views: number) => `${views} views wait in the data directory and are not in ClickHouse yet.`,
);

export const DataMoved = defineError(
  {
    code: 'data_moved',
    status: 409,
    title: 'The data has moved',
    remedy:
      'Set DOCWRIGHT_DATABASE_URL and DOCWRIGHT_VISITS_URL to where it moved, or unset them if it moved to the data directory. If `docwright migrate --finish` did not end well, run it again; docs/guide/moving.md says how to stay instead.',
  },
  (from: string) => `${from} was left by \`docwright migrate --finish\`.`,
);

export const MoveUnfinished = defineError(
  {
    code: 'move_unfinished',
    status: 409,
    title: 'Data is being copied to this database',
    remedy: 'Stop the server that it is copied from, and run `docwright migrate --finish` there.',
  },
  (place: string) => `${place} holds a copy that is not whole yet.`,
);
