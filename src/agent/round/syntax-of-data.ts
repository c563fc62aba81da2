import { isParsed, type Check, type DocsTree, type Finding } from '../../../check/src/check.ts';
import type { ChangedFile } from '../../workspace/workspace.ts';

/**
 * What the change broke in files that no site reads, such as data that pages show; docs-check knows the others. A file that
 * parsed before has to; one that is new may be a template of something, so that it is no error but a warning.
 */
export async function syntaxOfData(
  files: readonly ChangedFile[],
  {
    docsCheck,
    now,
    base,
    known: knownFindings,
  }: {
    docsCheck: Pick<Check, 'checkFile'>;
    now: Pick<DocsTree, 'read'>;
    base: Pick<DocsTree, 'read'>;
    known: readonly Finding[];
  },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { path, previousPath = path, status } of files) {
    if (status === 'deleted' || !isParsed(path) || /\.mdx?$/iu.test(path)) continue;
    if (knownFindings.some((finding) => finding.path === path && finding.rule === 'settings-syntax')) continue;
    const [broken] = await faultsOf(path, await now.read(path), docsCheck);
    if (broken === undefined) continue;
    const before = await base.read(previousPath);
    const stood = await faultsOf(previousPath, before, docsCheck);
    const severity = before === undefined ? 'warning' : broken.severity;
    findings.push({ ...broken, severity, introduced: stood.length === 0 });
  }
  return findings;
}

async function faultsOf(path: string, bytes: Uint8Array | undefined, docsCheck: Pick<Check, 'checkFile'>) {
  return bytes === undefined ? [] : docsCheck.checkFile(path, Buffer.from(bytes).toString('utf8'));
}
