import { useEffect, useId, useRef, useState } from 'react';
import { commentLimits, type LineComment, type LineComments } from './line-comments.ts';

/** Where a comment is written or changed. The focus goes to it, and `onClose` brings it back. */
export function CommentBox({
  comment,
  comments,
  onClose,
}: {
  comment: LineComment;
  comments: Pick<LineComments, 'keep' | 'put'>;
  onClose: () => void;
}) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(comment.text);
  // Again when other lines are chosen.
  useEffect(() => box.current?.focus(), [comment.label]);
  const close = (said: string) => {
    comments.put(comment, said);
    onClose();
  };
  return (
    <form
      className="stack tight comment-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') close(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close(text);
      }}
    >
      <label htmlFor={id}>
        Comment on {comment.label} <span className="visually-hidden">of {comment.path}</span>
      </label>
      <textarea
        id={id}
        ref={box}
        dir="auto"
        rows={3}
        maxLength={commentLimits.text}
        aria-describedby={`${id}-hint`}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          comments.keep(comment, target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
        }}
      />
      <p className="muted small" id={`${id}-hint`}>
        Choose another line number nearby to comment on a range of lines.
      </p>
      <div className="row">
        <button className="button small primary" aria-disabled={text.trim() === ''}>
          Add comment
        </button>
        <button
          type="button"
          className="button small quiet"
          onClick={() => {
            close('');
          }}
        >
          Discard
        </button>
      </div>
    </form>
  );
}
