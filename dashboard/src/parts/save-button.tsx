/** The one way to save a form, and the word that it is done. A change of the form must reset `change`. */
export function SaveButton({ change }: { change: { readonly isPending: boolean; readonly isSuccess: boolean } }) {
  return (
    <div className="row">
      <button className="button" disabled={change.isPending}>
        {change.isPending ? 'Saving…' : 'Save'}
      </button>
      <span role="status" className="muted small">
        {change.isSuccess && 'Saved.'}
      </span>
    </div>
  );
}
