import { Fragment } from 'react';

/** A path read from left to right, each part of it in the direction of its own script. */
export function Path({ path }: { path: string }) {
  return (
    <bdi dir="ltr">
      {path.split('/').map((part, index) => (
        <Fragment key={index}>
          {index > 0 && '/'}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </bdi>
  );
}
