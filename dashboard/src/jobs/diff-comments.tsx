import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { CommentBox } from '../diff/comment-box.tsx';
import { commentLimits, commentMessage, type LineComments } from '../diff/line-comments.ts';
import { Problem } from '../parts/problem.tsx';
import { promptLimit, useMessageJob, type AgentJob } from './jobs.ts';

/** Why a change takes no comments; undefined where it takes them. `job` is what made the change, as far as it is known. */
export function commentRefusal(job: Pick<AgentJob, 'status'> | null): string | undefined {
  if (job === null) return 'No job of this project opened this pull request, so it takes no comments here.';
  return job.status === 'archived'
    ? 'This job is archived, so it takes no comments. Start a new job to change these lines.'
    : undefined;
}

/** The comments that were collected, to be changed, removed and sent together. Nothing before the first one. */
export function DiffComments({
  projectId,
  job,
  comments,
}: {
  projectId: string;
  job: Pick<AgentJob, 'id' | 'status'>;
  comments: LineComments;
}) {
  const send = useMessageJob(projectId, job.id);
  const [edited, setEdited] = useState<number>();
  const frame = useRef<HTMLElement>(null);
  const collected = comments.comments;
  const message = commentMessage(collected);
  const excess = message.length - promptLimit;
  const focusFrame = () => frame.current?.focus();
  useEffect(() => {
    if (send.isSuccess) frame.current?.focus();
  }, [send.isSuccess]);
  if (collected.length === 0 && !send.isSuccess) return null;
  return (
    <section ref={frame} id="comments" className="card stack tight" aria-labelledby="comments-title" tabIndex={-1}>
      <h2 id="comments-title">
        Comments to send <span className="muted">{collected.length}</span>
      </h2>
      {send.isSuccess && collected.length === 0 && (
        <p role="status">
          Comments sent. {job.status === 'active' && 'The agent reads them before its next step. '}
          <Link to="/projects/$projectId/jobs/$jobId" params={{ projectId, jobId: job.id }}>
            Show the log
          </Link>
        </p>
      )}
      <ul className="stack tight line-comments">
        {collected.map((comment) => {
          const { id, path, label, quote, text } = comment;
          return (
            <li key={id} className="stack tight">
              <p className="mono small breakable">
                <bdi>{path}</bdi>, {label}
              </p>
              <details>
                <summary className="small">Quoted lines</summary>
                <pre className="said small">{quote}</pre>
              </details>
              {edited === id ? (
                <CommentBox
                  comment={comment}
                  comments={comments}
                  onClose={() => {
                    setEdited(undefined);
                    focusFrame();
                  }}
                />
              ) : (
                <>
                  <p className="said" dir="auto">
                    {text}
                  </p>
                  <div className="row">
                    <button
                      type="button"
                      className="button small"
                      onClick={() => {
                        setEdited(id);
                      }}
                    >
                      Edit<span className="visually-hidden"> the comment on {label}</span>
                    </button>
                    <button
                      type="button"
                      className="button small quiet"
                      onClick={() => {
                        comments.put(comment, '');
                        focusFrame();
                      }}
                    >
                      Remove<span className="visually-hidden"> the comment on {label}</span>
                    </button>
                  </div>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {comments.isFull && (
        <p className="notice warn">Send these {commentLimits.comments} comments before you write more.</p>
      )}
      {excess > 0 && (
        <p className="notice warn" role="status">
          The comments are {new Intl.NumberFormat().format(excess)} characters too long to send as one message. Shorten
          or remove some.
        </p>
      )}
      <Problem error={send.error} />
      {collected.length > 0 && (
        <div>
          <button
            type="button"
            className="button primary"
            aria-disabled={send.isPending || excess > 0 || edited !== undefined}
            onClick={() => {
              if (send.isPending || excess > 0 || edited !== undefined) return;
              send.mutate(() => Promise.resolve({ prompt: message }), {
                onSuccess: () => {
                  comments.removeSent(collected);
                },
              });
            }}
          >
            {send.isPending
              ? 'Sending…'
              : `Send ${collected.length === 1 ? '1 comment' : `${collected.length} comments`}`}
          </button>
        </div>
      )}
    </section>
  );
}
