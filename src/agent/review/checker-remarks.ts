import { createFolderTree, notChecked, type Check, type Finding } from '../../../check/src/check.ts';
import { redactSecrets } from '../../secrets/redact-secrets.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { tameMarkdown } from '../round/tame-markdown.ts';
import type { ChangedFile } from './changed-lines.ts';
import { proveRemark, remarkKey, type Proof, type Remark } from './remark.ts';

/** What the checker says of a change: errors that it brought in. */
export interface CheckerRemarks {
  /** On lines that the change shows. */
  readonly remarks: readonly Remark[];
  /** In other lines and files. */
  readonly elsewhere: readonly ElsewhereRemark[];
}

export interface ElsewhereRemark {
  readonly path: string;
  readonly line: number | null;
  /** Markdown in one line. */
  readonly text: string;
  readonly key: string;
}

/** More than a review can say. */
const mostErrors = 100;

/** Checks the tree at the head of the pull request against the commit that it branched from. Runs nothing of it. */
export async function checkChange({
  docsCheck,
  workspace,
  docsFolder,
  proof,
  signal,
}: {
  docsCheck: Pick<Check, 'check'>;
  workspace: Pick<Workspace, 'root' | 'baseSha' | 'listAtBase' | 'readAtBase' | 'stage'>;
  docsFolder: string;
  proof: Proof;
  signal: AbortSignal;
}): Promise<CheckerRemarks> {
  const tree = createFolderTree(workspace.root);
  const base = {
    id: workspace.baseSha,
    list: () => workspace.listAtBase(),
    read: (path: string) => workspace.readAtBase(path),
  };
  const files = await (await workspace.stage()).files();
  const changed = files.flatMap(({ path, previousPath }) => [path, ...(previousPath ? [previousPath] : [])]);
  const { findings } = await docsCheck.check({ tree, base, changed, docsFolder, signal });
  const remarks: Remark[] = [];
  const elsewhere: ElsewhereRemark[] = [];
  const errors = findings.filter(
    ({ introduced, severity, rule }) => introduced === true && severity === 'error' && rule !== notChecked,
  );
  for (const finding of errors.slice(0, mostErrors)) {
    const { rule, path, line = null } = finding;
    const text = `${finding.message} (\`${rule}\`)`;
    const fixed = line === null ? undefined : await fixedLine(finding, line, (name) => tree.read(name));
    const wanted = { path, firstLine: line ?? 0, lastLine: line ?? 0, text, replacement: fixed ?? null };
    const remark = await proveRemark(wanted, proof);
    if (typeof remark !== 'string') remarks.push(remark);
    else if (!isShown(proof.files, finding)) {
      const tame = tameMarkdown(redactSecrets(text).replace(/\s+/g, ' '), '');
      elsewhere.push({ path, line, text: tame, key: remarkKey(path, finding.message) });
    }
  }
  return { remarks, elsewhere };
}

/** Whether the change shows the line of a finding: what is wrong there cannot be told, because it would tell a secret. */
function isShown(files: readonly ChangedFile[], { path, line }: Finding): boolean {
  const hunks = files.find((file) => file.path === path)?.hunks ?? [];
  return line !== undefined && hunks.flat().some((each) => each.line === line);
}

/** The whole line with the checker's fix, if that stays within it. */
async function fixedLine(
  { path, fix }: Finding,
  line: number,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<string | undefined> {
  if (fix === undefined) return undefined;
  const text = Buffer.from((await read(path)) ?? new Uint8Array()).toString('utf8');
  const [start, end] = fix.range;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', start);
  const to = newline === -1 ? text.length : newline;
  const isWithin = text.slice(0, from).split('\n').length === line && end <= to && !fix.text.includes('\n');
  return isWithin ? (text.slice(from, start) + fix.text + text.slice(end, to)).replace(/\r$/, '') : undefined;
}
