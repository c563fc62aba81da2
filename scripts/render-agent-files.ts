import { fileRules, isPartly, type FileRule } from '../src/agent/protection/file-rules.ts';

/** `docs/agent-files.md`: what an agent may change, from the table that decides it. */
export function renderAgentFiles(): string {
  const lines = fileRules.map((rule) => {
    const cells = [rule.files, answerOf(rule), rule.reason].map((cell) => cell.replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '# Files that an agent may change',
    'The first row that matches a path decides. A project opens a file or folder by naming it in `allowedProtectedPaths` (see ' +
      '[agent instructions](guide/agent-instructions.md#what-the-agent-cannot-touch)). Case does not matter. The docs folder of a ' +
      'project counts as a folder of documentation. Before publishing, every changed file is compared with this table again.',
    ['| Files | May change | Because |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n');
}

function answerOf({ change, isHidden }: FileRule): string {
  const answer =
    change === 'never' ? 'never' : change === 'writable' ? 'yes' : isPartly(change) ? 'in part' : 'if named';
  return isHidden ? `${answer}; not shown` : answer;
}
