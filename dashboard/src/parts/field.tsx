import { cloneElement, useId, type ReactElement } from 'react';
import { isProblem } from '../api/api-problem.ts';

interface ControlProps {
  id?: string;
  name?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
}

/** A label, its control, a hint, and what the server says is wrong with it. */
export function Field({
  label,
  name,
  hint,
  problem,
  children,
}: {
  label: string;
  name: string;
  hint?: string;
  problem?: Error | null;
  children: ReactElement<ControlProps>;
}) {
  const id = useId();
  const fault = isProblem(problem) ? problem.of(name) : undefined;
  const described = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`].join(' ').trim();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, {
        id,
        name,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': fault === undefined ? children.props['aria-invalid'] : true,
      })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
