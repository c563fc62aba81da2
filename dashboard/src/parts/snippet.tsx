import { CopyButton } from './copy-button.tsx';

/** Text to be put somewhere else as it is. */
export function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="row">
      <pre className="code-block" aria-label={label} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}
