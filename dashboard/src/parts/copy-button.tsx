import { useEffect, useState } from 'react';

/** Copies `text`; where the browser does not allow it (plain HTTP), it says so, and the text can be selected by hand. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => {
      setOutcome(undefined);
    }, 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <button type="button" className="button small" onClick={() => void copy()}>
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Copying failed: select and copy the text' : label}
      </span>
    </button>
  );
}
