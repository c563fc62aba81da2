/** The first letter of a name, as a mark beside it. */
export function Initial({ name, isRound = false }: { name: string; isRound?: boolean }) {
  return (
    <span className={isRound ? 'initial round' : 'initial'} aria-hidden="true">
      {/^\P{C}/u.exec(name.trim())?.[0].toUpperCase() ?? '?'}
    </span>
  );
}
