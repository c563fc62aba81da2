import { z } from 'zod';
import { attachmentsContext, shownTypeOf, type ShownType } from '../../../../contract/attachment.ts';
import { counted } from '../../../../kernel/counted.ts';
import type { AgentChecks } from '../../docs-agent.ts';
import { checkAfterChange } from './check-after-change.ts';
import type { SeenFiles } from './seen-files.ts';
import { defineTool, ToolRefusal, type AgentTool } from './tool.ts';
import { plainPath, type TreeAccess } from './tree-access.ts';

const input = z.strictObject({
  name: z.string().min(1).describe('Name of the attached file.'),
  path: z.string().min(1).describe('New path in the repository, or a folder that ends with /.'),
  overwrite: z.boolean().default(false).describe('Replace a file that exists.'),
});

const longestName = 100;

export function createPlaceAttachmentTool(options: {
  tree: TreeAccess;
  seen: SeenFiles;
  checks: AgentChecks;
}): AgentTool {
  const { tree, seen: seenFiles, checks } = options;
  return defineTool({
    name: 'place_attachment',
    description:
      'Copies a file that the person attached, such as a picture, into the repository, where the site keeps such files.',
    changesTree: true,
    input,
    describe: ({ name, path }) => `${name} to ${path}`,
    async run({ name, path, overwrite }) {
      const attached = plainPath(name).replace(`@context/${attachmentsContext}/`, '');
      const bytes = await tree.read(`@context/${attachmentsContext}/${attached}`);
      const { target, renamed } = targetOf(path, attached, bytes);
      const previous = (await tree.exists(target)) ? await tree.read(target) : undefined;
      if (previous !== undefined && !overwrite)
        throw new ToolRefusal(`'${target}' already exists. Choose another name, or set overwrite to replace it.`);
      await tree.write(target, bytes, { ofAnySize: true });
      const isShown = shownTypeOf(bytes) !== undefined;
      const next = isShown
        ? 'Refer to it in the form that the site uses, with alternative text.'
        : (await checkAfterChange(checks, target, { before: previous, after: bytes })).text;
      return {
        text: `Placed ${attached} (${counted(bytes.length, 'byte')}) as ${target}. ${renamed}${next}`,
        record: seenFiles.noteReplaced([target]),
      };
    },
  });
}

/** With a name that is harmless in addresses and file systems, and the ending of what the file is by its bytes. */
function targetOf(path: string, attached: string, bytes: Uint8Array): { target: string; renamed: string } {
  const isFolder = path.endsWith('/');
  const segments = [...plainPath(path).split('/'), ...(isFolder ? [attached] : [])].filter((segment) => segment !== '');
  const name = harmless(segments.at(-1) ?? attached);
  const type = shownTypeOf(bytes);
  const endings = type === undefined ? [] : endingsOf[type];
  const [ending = ''] = endings;
  const hasEnding = endings.length === 0 || endings.some((each) => name.toLowerCase().endsWith(each));
  const last = hasEnding ? name : `${name.replace(/\.[^.]*$/, '')}${ending}`;
  const renamed = hasEnding ? '' : `Its name ends with ${ending}, because it is a file of the kind ${type ?? ''}. `;
  return { target: [...segments.slice(0, -1), last].join('/'), renamed };
}

function harmless(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  if (plain === '') return 'file';
  const dot = plain.lastIndexOf('.');
  const ending = dot === -1 ? '' : plain.slice(dot).slice(0, 10);
  return plain.length > longestName ? plain.slice(0, longestName - ending.length) + ending : plain;
}

const endingsOf: Readonly<Record<ShownType, readonly string[]>> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
};
