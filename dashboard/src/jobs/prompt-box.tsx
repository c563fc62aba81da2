import { Field } from '../parts/field.tsx';
import { promptLimit } from './jobs.ts';

/** By how many characters a prompt is over the limit. */
export function tooLong(prompt: string): number {
  return Math.max(0, prompt.length - promptLimit);
}

/** A text box for an instruction. It never cuts what is pasted; it says how much is too much. */
export function PromptBox({
  label,
  placeholder,
  value,
  onChange,
  problem,
  rows = 3,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  problem: Error | null;
  rows?: number;
}) {
  const excess = tooLong(value);
  const number = new Intl.NumberFormat();
  return (
    <div className="stack tight">
      <Field label={label} name="prompt" problem={problem}>
        <textarea
          dir="auto"
          rows={rows}
          value={value}
          placeholder={placeholder}
          onChange={(event) => {
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </Field>
      <p role="status" className={`small ${excess > 0 ? 'fault-text' : 'muted'}`}>
        {excess > 0
          ? `${number.format(excess)} characters too many. The limit is ${number.format(promptLimit)}.`
          : value.length > promptLimit * 0.8 && `${number.format(promptLimit - value.length)} characters left`}
      </p>
    </div>
  );
}
