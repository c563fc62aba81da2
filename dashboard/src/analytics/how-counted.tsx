import './how-counted.css';
import { useId } from 'react';
import { serverAddress } from '../api/base-path.ts';
import { counting, type CountingName } from './counting.ts';

/** A button that opens how the numbers of a card are counted. The browser closes it, with Escape too, and gives the focus back. */
export function HowCounted({ name }: { name: CountingName }) {
  const id = useId();
  const { of, text, page } = counting[name];
  return (
    <>
      <button
        type="button"
        className="how-button"
        popoverTarget={id}
        aria-label={`How is this counted? ${of}`}
        title="How is this counted?"
      >
        <span aria-hidden="true">?</span>
      </button>
      <div id={id} popover="auto" className="how-counted" role="dialog" aria-label={`How ${of} is counted`}>
        <p>{text}</p>
        <a href={serverAddress(`/guide/${page}`)}>Read more in the guide</a>
      </div>
    </>
  );
}
