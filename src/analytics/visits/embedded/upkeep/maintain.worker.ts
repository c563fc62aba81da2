import { workerData } from 'node:worker_threads';
import type { DamagedPiece, DeleteOutcome, StoredNames, VerifyProgress, VerifyReport } from '../../visit-store.ts';
import { openVisitDatabase } from '../columns/database.ts';
import { noteAsked, type AskedListing } from '../columns/stored-blocks.ts';
import { Counter } from '../count/counter.ts';
import { answerCalls } from '../worker-thread.ts';
import { deleteBefore, deletePath, deleteProject, deleteVisitor, hasBefore, resumeDeletions } from './deletion.ts';
import type { Combination, Replacement } from './reclassify.ts';
import { applyReplacements, findCombinations } from './reclassify.ts';
import { FileUpkeep } from './file-upkeep.ts';
import { dropDamaged, findDamage } from './find-damage.ts';
import type { SealRules } from './sealer.ts';
import { sealDue } from './sealer.ts';
import { readNames } from './stored-names.ts';
import { verifyProject } from './verify.ts';

/** Everything that takes long and may wait: one thread does it, one request after another. */
export type MaintainRequest =
  | { readonly kind: 'resume' }
  | { readonly kind: 'seal'; readonly rules: SealRules; readonly now: number; readonly asked: readonly AskedListing[] }
  | { readonly kind: 'deleteProject'; readonly projectId: string }
  | { readonly kind: 'deletePath'; readonly projectId: string; readonly path: string }
  | { readonly kind: 'deleteVisitor'; readonly projectId: string; readonly visitor: Uint8Array }
  | { readonly kind: 'deleteBefore'; readonly projectId: string; readonly timestampMs: number }
  | { readonly kind: 'hasBefore'; readonly projectId: string; readonly timestampMs: number }
  | { readonly kind: 'names'; readonly projectId: string }
  | { readonly kind: 'projects' }
  | { readonly kind: 'findCombinations'; readonly projectId: string }
  | { readonly kind: 'reclassify'; readonly projectId: string; readonly replacements: readonly Replacement[] }
  | { readonly kind: 'findDamage'; readonly projectId: string }
  | { readonly kind: 'dropDamaged'; readonly projectId: string }
  | { readonly kind: 'verify'; readonly projectId: string };

export type MaintainResult =
  | undefined
  | boolean
  | number
  | readonly string[]
  | StoredNames
  | DeleteOutcome
  | readonly Combination[]
  | readonly DamagedPiece[]
  | VerifyReport;

const { file } = workerData as { file: string };
const database = openVisitDatabase(file);

const upkeep = new FileUpkeep(database);

function answer(request: MaintainRequest, report: (progress: VerifyProgress) => void): MaintainResult {
  switch (request.kind) {
    case 'resume':
      upkeep.afterDeletion(() => {
        resumeDeletions(database);
      });
      return undefined;
    case 'seal':
      noteAsked(database, request.asked);
      return sealDue(database, request.rules, request.now);
    case 'deleteProject':
      upkeep.afterDeletion(() => {
        deleteProject(database, request.projectId);
      });
      return undefined;
    case 'deletePath':
      return upkeep.afterDeletion(() => deletePath(database, request.projectId, request.path));
    case 'deleteVisitor':
      return upkeep.afterDeletion(() => deleteVisitor(database, request.projectId, request.visitor));
    case 'deleteBefore':
      return upkeep.afterDeletion(() => deleteBefore(database, request.projectId, request.timestampMs));
    case 'hasBefore':
      return hasBefore(database, request.projectId, request.timestampMs);
    case 'names':
      return readNames(database, request.projectId);
    case 'projects':
      return database.prepare('SELECT id FROM project ORDER BY id').pluck().all() as string[];
    case 'findCombinations':
      return findCombinations(database, request.projectId);
    case 'reclassify':
      return applyReplacements(database, request.projectId, request.replacements);
    case 'findDamage':
      return findDamage(database, request.projectId);
    case 'dropDamaged':
      return upkeep.afterDeletion(() => {
        const dropped = dropDamaged(database, request.projectId);
        resumeDeletions(database);
        return dropped;
      });
    case 'verify':
      return verifyProject(
        database,
        new Counter({ database, share: { index: 0, of: 1 }, cacheBytes: 0 }),
        request.projectId,
        report,
      );
  }
}

answerCalls((request, report) => {
  try {
    return answer(request as MaintainRequest, report);
  } finally {
    upkeep.emptyLog();
  }
});
