export { moveData, type MovableDatabase, type MovedData, type MoveProgress } from './move-data.ts';
export type { MovableVisits } from './copy-visits.ts';
export { MoveTargetMissing, ViewsStillWaiting } from './errors.ts';
export { moverName, proveFileUnused, provePostgresUnused } from './prove-unused.ts';
