/** Narrows a list that is there already. */
export function ListSearch({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <input
      type="search"
      className="list-search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

/** Whether any of the texts contains what is searched for, ignoring case. */
export function matches(search: string, texts: readonly (string | null)[]): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}
