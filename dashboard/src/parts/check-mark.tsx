/** Says "done" beside words that say it too. Drawn, since not every system has the character. */
export function CheckMark() {
  return (
    <svg className="check-mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
