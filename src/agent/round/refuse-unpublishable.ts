import { describeFinding, scanForSecrets } from '../../secrets/secret-scan.ts';
import type { StagedTree } from '../../workspace/workspace.ts';
import type { AgentTree } from '../agents/docs-agent.ts';
import { findForbiddenChange } from '../protection/forbidden-change.ts';
import type { Budget } from '../jobs/budget.ts';
import type { PullRequestWords } from './pull-request-words.ts';
import { ChangeOutOfBounds, ChangeTooLarge, SecretInChange } from './errors.ts';

/**
 * The last look at what would become public, whatever agent made it. Throws ChangeTooLarge, ChangeOutOfBounds or
 * SecretInChange.
 */
export async function refuseUnpublishable({
  staged,
  tree,
  words,
  budget,
  ownSecrets,
}: {
  staged: Pick<StagedTree, 'files' | 'blobsChangedHere'>;
  tree: Pick<AgentTree, 'docsFolder' | 'allowedPaths'>;
  words: PullRequestWords;
  budget: Budget;
  ownSecrets: readonly string[];
}): Promise<void> {
  const files = await staged.files();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (files.length > budget.changedFiles) {
    throw new ChangeTooLarge(`${files.length} files; the limit is ${budget.changedFiles}`);
  }
  if (bytes > budget.changedBytes) throw new ChangeTooLarge(`${bytes} bytes; the limit is ${budget.changedBytes}`);
  const secrets = await scanForSecrets({
    blobs: staged.blobsChangedHere(),
    texts: { 'the title': words.title, 'the description': words.body, 'the commit message': words.commitMessage },
    ownSecrets,
  });
  if (secrets.length > 0) throw new SecretInChange(secrets.map(describeFinding));
  // After the scan, since it names paths, and a path may hold a secret.
  const reasons: string[] = [];
  for await (const change of staged.blobsChangedHere()) {
    const reason = await findForbiddenChange(change, tree);
    if (reason !== undefined) reasons.push(`${change.path} (${reason})`);
  }
  if (reasons.length > 0) throw new ChangeOutOfBounds(reasons);
}
