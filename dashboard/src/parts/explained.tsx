import { useId, type ReactNode } from 'react';

/** A term with what it means, shown on hover and on keyboard focus. */
export function Explained({ children, text }: { children: ReactNode; text: string }) {
  const id = useId();
  return (
    <button type="button" className="explained" aria-describedby={id}>
      {children}
      <span role="tooltip" id={id}>
        {text}
      </span>
    </button>
  );
}
