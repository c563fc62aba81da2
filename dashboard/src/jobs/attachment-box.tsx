import { Field } from '../parts/field.tsx';
import type { Attachment } from './jobs.ts';

/** As the server has them. */
const limits = { count: 5, bytes: 2 * 1024 * 1024, bytesTogether: 5 * 1024 * 1024 };

/** How pictures and documents begin, in base64: their names are often wrong. */
const beginnings: readonly (readonly [string, Attachment['type']])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
];
const textTypes: Readonly<Record<string, Attachment['type']>> = {
  md: 'text/markdown',
  mdx: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

/** What is wrong with the choice, before anything is sent. */
export function attachmentFault(files: readonly File[]): string | undefined {
  if (files.length > limits.count) return `At most ${limits.count} files can be attached.`;
  const large = files.find(({ size }) => size > limits.bytes);
  if (large !== undefined) return `${large.name} is larger than 2 MB.`;
  const empty = files.find(({ size }) => size === 0);
  if (empty !== undefined) return `${empty.name} is empty.`;
  const together = files.reduce((sum, { size }) => sum + size, 0);
  return together > limits.bytesTogether ? 'The files are larger than 5 MB in total.' : undefined;
}

/** The files as the API takes them; nothing for none. */
export async function attachmentsOf(files: readonly File[]): Promise<{ attachments?: Attachment[] }> {
  if (files.length === 0) return {};
  return { attachments: await Promise.all(files.map(attachmentOf)) };
}

async function attachmentOf(file: File): Promise<Attachment> {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  const data = await base64Of(file);
  const [, shown] = beginnings.find(([beginning]) => data.startsWith(beginning)) ?? [];
  return { name: file.name.slice(-100), type: shown ?? textTypes[extension] ?? 'text/plain', data };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '');
    };
    reader.onerror = () => {
      reject(new Error(`${file.name} can no longer be read. Choose it again.`));
    };
    reader.readAsDataURL(file);
  });
}

/** Chooses files that belong to an instruction. */
export function AttachmentBox({
  files,
  onChange,
  problem,
}: {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  problem: Error | null;
}) {
  const fault = attachmentFault(files);
  return (
    <div className="stack tight">
      <Field
        label="Attachments"
        name="attachments"
        problem={problem}
        hint="Images, PDFs or text: at most 5 files of 2 MB each, 5 MB in total. Images and PDFs need a model that accepts images."
      >
        <input
          // A choice that was sent leaves an empty control.
          key={files.length === 0 ? 'none' : 'some'}
          type="file"
          multiple
          accept=".png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.md,.mdx,.csv,.json,.log,.yml,.yaml"
          onChange={(event) => {
            onChange([...(event.target.files ?? [])]);
          }}
        />
      </Field>
      {fault !== undefined && (
        <p role="status" className="small fault-text">
          {fault}
        </p>
      )}
    </div>
  );
}
